import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { exitCodes, type OpsCommand, type OpsOption, type OpsOptions, type Parsed, WrongUse } from './command.ts'
import { tableLines } from './table.ts'

const everywhere: OpsOptions = {
  json: 'un documento JSON en la salida, o uno por línea donde son muchos, y nada más',
  progress: 'avance por líneas en la salida de errores también sin terminal',
  help: 'esta ayuda',
}

export type Typed = Parsed & { json: boolean; progress: boolean; help: boolean }

/** Throws WrongUse for an unknown, missing or surplus argument. */
export function readArguments(command: OpsCommand, args: readonly string[]): Typed {
  const known: OpsOptions = { ...command.options, ...everywhere }
  const [types, values]: [ParseArgsOptionsConfig, Record<string, string | boolean | undefined>] = [{}, {}]
  for (const [name, option] of Object.entries(known)) {
    types[name] = { type: isFlag(option) ? 'boolean' : 'string' }
    values[name] = isFlag(option) ? false : undefined
  }
  const { tokens } = parseArgs({ args: [...args], options: types, strict: false, allowPositionals: true, tokens: true })
  const operands: string[] = []
  for (const token of tokens) {
    if (token.kind === 'positional') operands.push(token.value)
    if (token.kind === 'option') values[token.name] = valueIn(command, known, token)
  }
  const { json, progress, help, ...options } = values
  if (!help) checkOperands(command, operands)
  return { operands, options, json, progress, help } as Typed
}

function isFlag(option: OpsOption): option is string {
  return typeof option === 'string'
}

type OptionToken = { name: string; rawName: string; value?: string | undefined; inlineValue?: boolean | undefined }

function valueIn(command: OpsCommand, known: OpsOptions, token: OptionToken): string | true {
  const option = known[token.name]
  if (!option) {
    const names = Object.keys(known).map((name) => `--${name}`)
    throw new WrongUse(
      `El comando ${command.name} no conoce la opción ${token.rawName}. Las que hay: ${names.join(', ')}.`,
    )
  }
  if (isFlag(option)) {
    if (token.value !== undefined) throw new WrongUse(`La opción ${token.rawName} no lleva valor.`)
    return true
  }
  const isMissing = !token.value || (!token.inlineValue && /^--?[a-z]/.test(token.value))
  if (isMissing) throw new WrongUse(`La opción ${token.rawName} necesita un valor: ${token.rawName} ${option[0]}.`)
  return token.value as string
}

function checkOperands(command: OpsCommand, operands: readonly string[]): void {
  const surplus = operands[command.operands.length]
  if (surplus !== undefined) throw new WrongUse(`Al comando ${command.name} le sobra el argumento «${surplus}».`)
  const missing = command.operands.slice(operands.length).find((name) => !name.startsWith('['))
  if (missing !== undefined) throw new WrongUse(`Al comando ${command.name} le falta el argumento ${missing}.`)
}

export function helpOf(command: OpsCommand): string {
  const options = optionLines({ ...command.options, ...everywhere })
  return [`Uso: npm run ops -- ${usageOf(command)}`, '', command.summary, '', 'Opciones:', ...options].join('\n')
}

export function helpOfAll(commands: readonly OpsCommand[]): string {
  const codes: [number, string][] = [
    [exitCodes.ok, 'todo bien'],
    [exitCodes.differs, 'una comprobación falló o algo no se pudo hacer'],
    [exitCodes.wrongUse, 'mal uso: el comando, una opción o un argumento no se entiende'],
    [exitCodes.unreachable, 'no se llega a la base de datos'],
    [exitCodes.interrupted, 'interrumpido con Ctrl-C'],
  ]
  return [
    'Uso: npm run ops -- COMANDO [OPCIONES]   (con npm run -s, sin las líneas de npm)',
    '',
    'Comandos:',
    ...commands.flatMap((command) => [`  ${usageOf(command)}`, `      ${command.summary}`]),
    '',
    'Opciones de todos los comandos:',
    ...optionLines(everywhere),
    '',
    'Códigos de salida:',
    ...indented(codes.map(([code, meaning]) => [String(code), meaning])),
    '',
    'La ayuda de un comando: npm run ops -- COMANDO --help',
  ].join('\n')
}

function usageOf(command: OpsCommand): string {
  const hasOptions = Object.keys(command.options).length > 0
  return [command.name, ...command.operands, ...(hasOptions ? ['[OPCIONES]'] : [])].join(' ')
}

function optionLines(options: OpsOptions): string[] {
  return indented(
    Object.entries(options).map(([name, option]) =>
      isFlag(option) ? [`--${name}`, option] : [`--${name} ${option[0]}`, option[1]],
    ),
  )
}

function indented(rows: readonly (readonly string[])[]): string[] {
  return tableLines(rows).map((line) => `  ${line}`)
}
