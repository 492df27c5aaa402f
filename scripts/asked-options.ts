// Command line options of developer scripts; prints the script's head comment as help.
import { readFileSync } from 'node:fs'
import { type ParseArgsConfig, parseArgs } from 'node:util'

/** An unknown option or an invalid value; the message names it. */
export class WrongOption extends Error {
  override readonly name = 'WrongOption'
}

/**
 * Parses options and names. Options with a value are numbers, except `texts` with their permitted words. `--help`
 * prints the head comment of `file` and exits; invalid input does too, with status 2.
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

function headOf(file: string): string {
  const lines = readFileSync(file, 'utf8').split('\n')
  const end = lines.findIndex((line) => !line.startsWith('//'))
  return lines
    .slice(0, end)
    .map((line) => line.slice(3))
    .join('\n')
}
