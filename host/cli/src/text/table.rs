//! Text in columns.

/// The columns that `text` takes in a terminal, near enough: East Asian and later characters count twice.
pub(crate) fn columns(text: &str) -> usize {
    text.chars().map(|character| if character >= '\u{1100}' && !is_narrow(character) { 2 } else { 1 }).sum()
}

/// General punctuation, arrows and symbols that this program prints itself.
fn is_narrow(character: char) -> bool {
    ('\u{2000}'..='\u{2bff}').contains(&character)
}

/// `text` with blanks after it up to `width` columns.
pub(crate) fn pad(text: &str, width: usize) -> String {
    let mut padded = text.to_owned();
    padded.extend(std::iter::repeat_n(' ', width.saturating_sub(columns(text))));
    padded
}

/// Rows under headings, each column as wide as its widest cell, two blanks between.
pub(crate) fn table(headings: &[&str], rows: &[Vec<String>]) -> String {
    let widths: Vec<usize> = headings
        .iter()
        .enumerate()
        .map(|(at, heading)| {
            let cells = rows.iter().filter_map(|row| row.get(at)).map(|cell| columns(cell));
            cells.chain([columns(heading)]).max().unwrap_or(0)
        })
        .collect();
    let mut text = String::new();
    let headings: Vec<String> = headings.iter().map(|heading| (*heading).to_owned()).collect();
    for row in std::iter::once(&headings).chain(rows) {
        let line: Vec<String> = row.iter().zip(&widths).map(|(cell, width)| pad(cell, *width)).collect();
        text.push_str(line.join("  ").trim_end());
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_line_up() {
        let rows = vec![
            vec!["a".to_owned(), "検査".to_owned(), "x".to_owned()],
            vec!["bcd".to_owned(), "y".to_owned(), "z".to_owned()],
        ];
        assert_eq!(table(&["ID", "NAME", "Z"], &rows), "ID   NAME  Z\na    検査  x\nbcd  y     z\n");
        assert_eq!(table(&["A"], &[]), "A\n");
    }
}
