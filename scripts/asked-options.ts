// What a script for developers was asked: its options, or its own first lines for who asks for help or mistypes one.
import { readFileSync } from 'node:fs'
import { type ParseArgsConfig, parseArgs } from 'node:util'

/** An option that there is not, or a value that makes no sense. The message names it. */
export class WrongOption extends Error {
  override readonly name = 'WrongOption'
}

/**
 * The options and names of the command line. Each option with a value is a number, but for `texts`, of which each has its words. `--help`
 * ends the process with the comment that `file` begins with, and so does what makes no sense, with status 2.
 */
export function askedOptions<const C extends ParseArgsConfig>(
  file: string,
  config: C,
  texts: Readonly<Record<string, readonly string[]>> = {},
): ReturnType<typeof parseArgs<C>> {
  const args = process.argv.slice(2)
  if (args.includes('--help')) {
    console.log(headOf(file))
    process.exit(0)
  }
  try {
    return readOptions(args, config, texts)
  } catch (error) {
    if (!(error instanceof WrongOption)) throw error
    console.error(`${error.message}\n\n${headOf(file)}`)
    process.exit(2)
  }
}

/** Throws WrongOption. */
export function readOptions<const C extends ParseArgsConfig>(
  args: string[],
  config: C,
  texts: Readonly<Record<string, readonly string[]>>,
): ReturnType<typeof parseArgs<C>> {
  const parsed = parse(args, config)
  for (const [name, value] of Object.entries(parsed.values)) {
    const words = texts[name]
    if (typeof value !== 'string') continue
    if (words && !words.includes(value)) throw new WrongOption(`--${name} is ${words.join(' or ')}, not ${value}`)
    if (!words && !/^\d+(\.\d+)?$/.test(value)) throw new WrongOption(`--${name} is a number, not ${value}`)
  }
  return parsed
}

function parse<const C extends ParseArgsConfig>(args: string[], config: C): ReturnType<typeof parseArgs<C>> {
  try {
    return parseArgs({ ...config, args }) as ReturnType<typeof parseArgs<C>>
  } catch (error) {
    throw new WrongOption(error instanceof Error ? error.message : String(error))
  }
}

/** The comment at the head of a file, without its slashes. */
function headOf(file: string): string {
  const lines = readFileSync(file, 'utf8').split('\n')
  const end = lines.findIndex((line) => !line.startsWith('//'))
  return lines
    .slice(0, end)
    .map((line) => line.slice(3))
    .join('\n')
}
