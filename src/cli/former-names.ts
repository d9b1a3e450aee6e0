import { type Command, Option } from 'commander'

/** Current option names, each with former names that still work. */
const FORMER_NAMES: Readonly<Record<string, readonly string[]>> = {
  '--count': ['--episodes'],
  '--out': ['--output', '--output-dir', '--output_dir'],
}

/** Adds the former names of a command's options, hidden from the help. */
export function addFormerNames(command: Command): void {
  for (const option of [...command.options]) {
    for (const name of FORMER_NAMES[option.long ?? ''] ?? []) {
      if (command.options.some(({ long }) => long === name)) continue
      command.addOption(hiddenName(name, option))
    }
  }
  for (const inner of command.commands) addFormerNames(inner)
}

/** The same option under another name, which the help does not list. */
export function hiddenName(name: string, option: Option): Option {
  const hidden = new Option(option.flags.replace(/^--[a-z-]+/, name)).hideHelp()
  hidden.attributeName = () => option.attributeName()
  if (option.parseArg !== undefined) hidden.argParser(option.parseArg)
  return hidden
}

/** Visible options of a command and its subcommands that still use a former name. */
export const outdatedNames = (command: Command): string[] => [
  ...command.options
    .filter(
      ({ hidden, long }) =>
        !hidden &&
        Object.values(FORMER_NAMES)
          .flat()
          .includes(long ?? ''),
    )
    .map(({ long }) => `${command.name()} ${long}`),
  ...command.commands.flatMap(outdatedNames),
]
