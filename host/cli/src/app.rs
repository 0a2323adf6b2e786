//! From the command line to an exit status.

use std::ffi::OsString;
use std::io::Write as _;

use clap::error::ErrorKind;
use clap::{ColorChoice, CommandFactory as _, FromArgMatches as _};

use crate::args::{Cli, ColorWhen, Command, GlobalArgs, HookCommand, LedgerCommand, PresetsCommand};
use crate::commands;
use crate::context::Context;
use crate::environment::Environment;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::to_stderr;
use crate::trace;

/// Runs the command line `arguments`, the program's name first.
pub(crate) fn start(arguments: &[OsString]) -> Exit {
    let environment = Environment::read();
    let cli = match parse(arguments, &environment) {
        Ok(cli) => cli,
        Err(error) => return refuse(&error, arguments),
    };
    let Cli { global, command } = cli;
    let mut context = Context::new(global, environment);
    trace::start(context.global.verbose, context.error_palette.is_on());
    let answer = dispatch(&mut context, command).and_then(|exit| {
        context.output.flush()?;
        Ok(exit)
    });
    answer.unwrap_or_else(|failure| {
        to_stderr(&failure.render(context.error_palette, context.relay));
        failure.exit()
    })
}

fn dispatch(context: &mut Context, command: Command) -> Result<Exit, Failure> {
    match command {
        Command::Check(args) => commands::check(context, &args),
        Command::Graph(args) => commands::graph(context, &args),
        Command::Run(args) => commands::run(context, &args),
        Command::Verify(args) => commands::verify(context, &args),
        Command::Export(args) => commands::export(context, &args),
        Command::Trailer(args) => commands::trailer(context, &args),
        Command::Key(command) => commands::key(context, &command),
        Command::Ledger(LedgerCommand::List(args)) => commands::ledger_list(context, &args),
        Command::Ledger(LedgerCommand::Show(args)) => commands::ledger_show(context, &args),
        Command::Ledger(LedgerCommand::Annotate(args)) => commands::ledger_annotate(context, &args),
        Command::Ledger(LedgerCommand::Check(_)) => commands::ledger_check(context),
        Command::Presets(PresetsCommand::List(args)) => commands::presets_list(context, &args),
        Command::Presets(PresetsCommand::Show(args)) => commands::presets_show(context, &args),
        Command::Presets(PresetsCommand::Test(args)) => commands::presets_test(context, &args),
        Command::Init(args) => commands::init(context, &args),
        Command::Hook(HookCommand::PrePush(args)) => commands::pre_push(context, &args),
        Command::Mcp(args) => commands::mcp(context, &args),
        Command::Validate(command) => commands::validate(context, &command),
        Command::Policy(command) => commands::policy(context, &command),
        Command::Preview(args) => commands::preview(context, &args),
        Command::Integrate(args) => commands::integrate(context, &args),
        Command::Trace(args) => commands::trace(context, &args),
        Command::Effect(command) => commands::effect(context, &command),
        Command::Plumbing(args) => commands::plumbing(context, &args),
        Command::Completions(args) => commands::completions(context, &args),
        Command::Man(args) => commands::man(context, &args),
    }
}

fn parse(arguments: &[OsString], environment: &Environment) -> Result<Cli, clap::Error> {
    let command = Cli::command().color(color_of(arguments, environment));
    let mut matches = command.try_get_matches_from(arguments)?;
    Cli::from_arg_matches_mut(&mut matches)
}

/// What `--color` says about clap's own messages, which come before the command line is understood.
fn color_of(arguments: &[OsString], environment: &Environment) -> ColorChoice {
    let texts: Vec<&str> = arguments.iter().filter_map(|argument| argument.to_str()).collect();
    let separate = texts.windows(2).find_map(|pair| match pair {
        ["--color", value] => Some(*value),
        _ => None,
    });
    let value = separate.or_else(|| texts.iter().find_map(|text| text.strip_prefix("--color=")));
    match value.and_then(ColorWhen::parse) {
        Some(ColorWhen::Always) => ColorChoice::Always,
        Some(ColorWhen::Never) => ColorChoice::Never,
        _ if environment.is_plain() => ColorChoice::Never,
        _ => ColorChoice::Auto,
    }
}

/// The commands of the neighbours, and what they end with for a usage error (rulings 30).
const NEIGHBOURS: &[&str] = &["validate", "policy", "preview", "integrate", "trace", "effect"];
const NEIGHBOURS_USAGE: u8 = 2;

/// Whether the command, the first word that is no option of every command, is a neighbour's.
fn is_neighbour(arguments: &[OsString]) -> bool {
    named_command(arguments).is_some_and(|command| NEIGHBOURS.contains(&command))
}

/// Says what clap says. Help and the version are answers, everything else is a usage error (rulings 30).
fn refuse(error: &clap::Error, arguments: &[OsString]) -> Exit {
    // Nobody is left to be told when this fails.
    let _ = error.print();
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => Exit::DONE,
        _ if named_command(arguments) == Some("effect") => {
            // Programs read one document from standard output, whatever went wrong.
            if let Some(document) = commands::refused_effect_arguments(arguments, &error.to_string()) {
                let _ = std::io::stdout().lock().write_all(document.as_bytes());
            }
            Exit::of(NEIGHBOURS_USAGE)
        }
        _ if is_neighbour(arguments) => Exit::of(NEIGHBOURS_USAGE),
        _ => Exit::USAGE,
    }
}

/// The command that the arguments name, before they are understood.
fn named_command(arguments: &[OsString]) -> Option<&str> {
    let mut rest = arguments.iter().skip(1);
    while let Some(argument) = rest.next() {
        match argument.to_str()? {
            "--cwd" | "--manifest" | "--color" => drop(rest.next()),
            option if option.starts_with('-') => {}
            command => return Some(command),
        }
    }
    None
}

impl GlobalArgs {
    /// Whether progress is wanted.
    pub(crate) fn wants_progress(&self) -> bool {
        !self.quiet
    }
}
