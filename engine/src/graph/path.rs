//! Places as text: `steps[0].branches[1].steps[2]`.

use super::place::{List, Places, TOP};

impl Places {
    /// The path of a step in the document form.
    pub(crate) fn path(&self, step: u32) -> String {
        let mut inwards = Vec::new();
        let mut current = Some(step);
        while let Some(place) = current.and_then(|step| self.steps.get(step as usize)) {
            let list = self.lists.get(place.list as usize);
            inwards.push((place.position, list.filter(|_| place.list != TOP).map(|list| list.branch)));
            current = list.and_then(|list: &List| list.composite);
        }
        let mut text = String::new();
        for (position, branch) in inwards.into_iter().rev() {
            if let Some(branch) = branch {
                text.push_str(&format!(".branches[{branch}]."));
            }
            text.push_str(&format!("steps[{position}]"));
        }
        text
    }
}
