import { type Command, Option } from 'commander'

/** Options that mean the same in every command: their one name, and names that still work. */
const FORMER_NAMES: Readonly<Record<string, readonly string[]>> = {
  '--count': ['--episodes'],
  '--out': ['--output', '--output-dir', '--output_dir'],
}

/** Adds the former names of a command's options, which no help shows. */
export function addFormerNames(command: Command): void {
  for (const option of [...command.options]) {
    for (const name of FORMER_NAMES[option.long ?? ''] ?? []) {
      if (command.options.some(({ long }) => long === name)) continue
      command.addOption(formerly(name, option))
    }
  }
  for (const inner of command.commands) addFormerNames(inner)
}

function formerly(name: string, option: Option): Option {
  const former = new Option(option.flags.replace(/^--[a-z-]+/, name)).hideHelp()
  former.attributeName = () => option.attributeName()
  if (option.parseArg !== undefined) former.argParser(option.parseArg)
  return former
}

/** The options of a command, and of those below it, that have a former name and are shown. */
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
