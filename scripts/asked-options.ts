// Command line options of developer scripts; prints the script's head comment as help.
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

/** `words`: what each of these options may be; `names`: arguments without an option are allowed. */
type Wanted<N extends string, F extends string, W extends string> = {
  numbers: readonly N[]
  flags?: readonly F[]
  words?: Readonly<Record<W, readonly string[]>>
  names?: boolean
}
type Asked<N extends string, F extends string, W extends string> = {
  values: { [K in N]?: number } & { [K in F]?: boolean } & { [K in W]?: string }
  names: string[]
}

/** `--help` prints the head comment of `file` and exits; invalid input does too, with status 2. */
export function askedOptions<N extends string, F extends string = never, W extends string = never>(
  file: string,
  wanted: Wanted<N, F, W>,
): Asked<N, F, W> {
  const args = process.argv.slice(2)
  if (args.includes('--help')) {
    console.log(headOf(file))
    process.exit(0)
  }
  try {
    return readOptions(args, wanted)
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${headOf(file)}`)
    process.exit(2)
  }
}

/** Throws an error that names the unknown option or the invalid value. */
export function readOptions<N extends string, F extends string = never, W extends string = never>(
  args: string[],
  { numbers, flags = [], words, names = false }: Wanted<N, F, W>,
): Asked<N, F, W> {
  const permitted: Readonly<Record<string, readonly string[]>> = words ?? {}
  const texts = [...numbers, ...Object.keys(permitted)].map((name) => [name, { type: 'string' }] as const)
  const options = Object.fromEntries([...texts, ...flags.map((name) => [name, { type: 'boolean' }] as const)])
  const { values, positionals } = parseArgs({ args, options, allowPositionals: names })
  const read = Object.entries(values).map(([name, value]) => {
    if (typeof value !== 'string') return [name, value]
    const choices = permitted[name]
    if (choices && !choices.includes(value)) throw new Error(`--${name} is ${choices.join(' or ')}, not ${value}`)
    if (!choices && !/^\d+(\.\d+)?$/.test(value)) throw new Error(`--${name} is a number, not ${value}`)
    return [name, choices ? value : Number(value)]
  })
  return { values: Object.fromEntries(read) as Asked<N, F, W>['values'], names: positionals }
}

function headOf(file: string): string {
  const lines = readFileSync(file, 'utf8').split('\n')
  const end = lines.findIndex((line) => !line.startsWith('//'))
  return lines
    .slice(0, end)
    .map((line) => line.slice(3))
    .join('\n')
}
