//! `assize man`.

use std::io::Write as _;
use std::path::Path;

use clap::{Command, CommandFactory as _};
use clap_mangen::Man;

use crate::args::{Cli, ManArgs};
use crate::commands::file::write_file;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::{Failure, at_path};

/// Writes a page for every command.
pub(crate) fn man(context: &mut Context, args: &ManArgs) -> Result<Exit, Failure> {
    let folder = context.cwd()?.join(&args.folder);
    std::fs::create_dir_all(&folder).map_err(|error| at_path("make the folder", &folder, &error))?;
    let mut command = Cli::command().disable_help_subcommand(true);
    command.build();
    let mut pages = Vec::new();
    write_pages(&command, &folder, &mut pages)?;
    for page in pages {
        writeln!(context.output, "{page}")?;
    }
    Ok(Exit::DONE)
}

fn write_pages(command: &Command, folder: &Path, pages: &mut Vec<String>) -> Result<(), Failure> {
    let man = Man::new(command.clone());
    let mut page = Vec::new();
    man.render(&mut page).map_err(|error| at_path("write", folder, &error))?;
    let path = folder.join(man.get_filename());
    write_file(&path, &page)?;
    pages.push(path.display().to_string());
    command.get_subcommands().filter(|sub| !sub.is_hide_set()).try_for_each(|sub| write_pages(sub, folder, pages))
}
