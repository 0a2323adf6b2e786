//! From byte offsets to lines and columns.

/// Gives line and column of byte offsets. Offsets asked for in ascending order cost one pass over the source in all.
#[derive(Debug)]
pub(crate) struct Positions<'s> {
    source: &'s str,
    offset: usize,
    line: usize,
    column: usize,
}

impl<'s> Positions<'s> {
    pub(crate) fn new(source: &'s str) -> Self {
        Self { source, offset: 0, line: 1, column: 1 }
    }

    /// Line and column, both counted from 1, the column in characters. An offset inside a character counts as its start.
    pub(crate) fn at(&mut self, offset: usize) -> (usize, usize) {
        let offset = self.source.floor_char_boundary(offset);
        if offset < self.offset {
            *self = Self::new(self.source);
        }
        let passed = self.source.get(self.offset..offset).unwrap_or_default();
        match passed.rfind('\n') {
            Some(last) => {
                self.line += passed.bytes().filter(|byte| *byte == b'\n').count();
                self.column = 1 + passed.get(last + 1..).unwrap_or_default().chars().count();
            }
            None => self.column += passed.chars().count(),
        }
        self.offset = offset;
        (self.line, self.column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_columns() {
        let mut positions = Positions::new("aé\n漢x\n\n");
        for (offset, expect) in [
            (0, (1, 1)),
            (1, (1, 2)),
            (2, (1, 2)),
            (3, (1, 3)),
            (4, (2, 1)),
            (7, (2, 2)),
            (8, (2, 3)),
            (9, (3, 1)),
            (10, (4, 1)),
            (99, (4, 1)),
            (7, (2, 2)),
        ] {
            assert_eq!(positions.at(offset), expect, "{offset}");
        }
    }
}
