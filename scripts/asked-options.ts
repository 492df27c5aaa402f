// Command line options of developer scripts; prints the script's head comment as help.
import { readFileSync } from 'node:fs'
import { type ParseArgsConfig, parseArgs } from 'node:util'

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
    console.error(`${(error as Error).message}\n\n${headOf(file)}`)
    process.exit(2)
  }
}

/** Throws an error that names the unknown option or the invalid value. */
export function readOptions<const C extends ParseArgsConfig>(
  args: string[],
  config: C,
  texts: Readonly<Record<string, readonly string[]>>,
): ReturnType<typeof parseArgs<C>> {
  const parsed = parseArgs({ ...config, args }) as ReturnType<typeof parseArgs<C>>
  for (const [name, value] of Object.entries(parsed.values)) {
    const words = texts[name]
    if (typeof value !== 'string') continue
    if (words && !words.includes(value)) throw new Error(`--${name} is ${words.join(' or ')}, not ${value}`)
    if (!words && !/^\d+(\.\d+)?$/.test(value)) throw new Error(`--${name} is a number, not ${value}`)
  }
  return parsed
}

function headOf(file: string): string {
  const lines = readFileSync(file, 'utf8').split('\n')
  const end = lines.findIndex((line) => !line.startsWith('//'))
  return lines
    .slice(0, end)
    .map((line) => line.slice(3))
    .join('\n')
}
