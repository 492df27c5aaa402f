// The seller's fields: labels, and what each may hold.
import { isCbuAlias, readCbu, readCuit } from '#backend/domain/official-numbers.limits.ts'

type Kind = 'text' | 'cuit' | 'phone' | 'email' | 'link' | 'cbu' | 'alias'
type FieldSpec = { label: string; kind: Kind; maxLength: number; isNeeded: boolean; hint?: string }

const text = (label: string, maxLength: number, hint?: string): FieldSpec => ({
  ...{ label, kind: 'text', maxLength, isNeeded: true },
  ...(hint && { hint }),
})
const of = (kind: Kind, label: string, maxLength: number, hint?: string): FieldSpec => ({
  ...text(label, maxLength, hint),
  kind,
})
const link = (label: string, hint: string): FieldSpec => ({ ...of('link', label, 300, hint), isNeeded: false })

export const detailFields = {
  tradeName: text('Nombre comercial', 80),
  company: text('Razón social', 120),
  cuit: of('cuit', 'CUIT', 13, 'Once números; el último se comprueba.'),
  address: text('Domicilio y local de retiro', 160),
  hours: text('Horario de atención', 160, 'La ley pide al menos ocho horas los días hábiles.'),
  phone: of('phone', 'Teléfono', 30),
  email: of('email', 'Correo', 120),
  dataFiscal: link('Enlace de Data Fiscal (opcional)', 'El del formulario 960/D, de arca.gob.ar.'),
  consumerDefence: link('Enlace de Defensa del Consumidor (opcional)', 'Donde se reclama ante la autoridad.'),
} satisfies Record<string, FieldSpec>

export const accountFields = {
  bank: text('Banco', 80),
  holder: text('Titular', 120),
  cbu: of('cbu', 'CBU o CVU', 30, '22 números; dos de ellos se comprueban.'),
  alias: { ...of('alias', 'Alias (opcional)', 20), isNeeded: false },
} satisfies Record<string, FieldSpec>

export type SellerDetails = Record<keyof typeof detailFields, string>
/** Each field is empty while there is no account. */
export type BankAccount = Record<keyof typeof accountFields, string>
export type Seller = SellerDetails & BankAccount
export type SellerField = keyof Seller

export const sellerFields: Readonly<Record<SellerField, FieldSpec>> = { ...detailFields, ...accountFields }

export const ofEach = <Field extends string, Value>(
  fields: Record<Field, unknown>,
  make: (field: NoInfer<Field>) => Value,
) => Object.fromEntries(Object.keys(fields).map((field) => [field, make(field as Field)])) as Record<Field, Value>

export const noDetails: SellerDetails = ofEach(detailFields, () => '')
export const noAccount: BankAccount = ofEach(accountFields, () => '')
export const noSeller: Seller = { ...noDetails, ...noAccount }

export const detailsOf = (seller: Seller): SellerDetails => ofEach(detailFields, (field) => seller[field])
export const accountOf = (seller: Seller): BankAccount => ofEach(accountFields, (field) => seller[field])

export function hasAccount({ cbu }: Pick<BankAccount, 'cbu'>): boolean {
  return cbu !== ''
}

/** The value as it is kept: without spaces around it, numbers without marks. */
export function tidy(field: SellerField, value: string): string {
  const { kind } = sellerFields[field]
  const trimmed = value.trim().replace(/\s+/g, ' ')
  if (kind === 'cuit') return readCuit(trimmed) ?? trimmed
  if (kind === 'cbu') return readCbu(trimmed) ?? trimmed
  return trimmed
}

const wrongKinds: Record<Kind, (value: string) => string | undefined> = {
  text: () => undefined,
  cuit: (value) => (readCuit(value) ? undefined : 'no es un CUIT: revisá sus once números.'),
  phone: (value) =>
    /^[+(\d][\d\s()./-]{5,29}$/.test(value) ? undefined : 'escribí un teléfono con su código de área.',
  email: (value) =>
    /^[^\s@<>",;]+@[^\s@<>",;]+\.[^\s@<>",;]+$/.test(value) ? undefined : 'escribí una casilla de correo.',
  link: (value) => (isSecureLink(value) ? undefined : 'escribí una dirección que empiece con https://'),
  cbu: (value) => (readCbu(value) ? undefined : 'no es un CBU: revisá sus 22 números.'),
  alias: (value) => (isCbuAlias(value) ? undefined : 'lleva de 6 a 20 letras, números, puntos o guiones.'),
}

function isSecureLink(value: string): boolean {
  return URL.canParse(value) && new URL(value).protocol === 'https:' && !/[\s"<>]/.test(value)
}

/** Tells a tidy value's problem, after its label; undefined: none. */
export function sellerProblem(field: SellerField, value: string): string | undefined {
  const { label, kind, maxLength, isNeeded } = sellerFields[field]
  const named = (problem: string) => `${label.replace(' (opcional)', '')}: ${problem}`
  if (value === '') return isNeeded ? named('falta.') : undefined
  if (value.length > maxLength) return named(`admite hasta ${maxLength} letras.`)
  const wrong = wrongKinds[kind](value)
  return wrong && named(wrong)
}
