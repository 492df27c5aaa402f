import { isOfProvince, noPostalCode, postalCodeLength, readPostalCode } from './official-numbers.limits.ts'

export const provinces = [
  ...(['Buenos Aires', 'Catamarca', 'Chaco', 'Chubut', 'Ciudad Autónoma de Buenos Aires', 'Córdoba'] as const),
  ...(['Corrientes', 'Entre Ríos', 'Formosa', 'Jujuy', 'La Pampa', 'La Rioja', 'Mendoza', 'Misiones'] as const),
  ...(['Neuquén', 'Río Negro', 'Salta', 'San Juan', 'San Luis', 'Santa Cruz', 'Santa Fe'] as const),
  ...(['Santiago del Estero', 'Tierra del Fuego', 'Tucumán'] as const),
] as const

export const addressFields = {
  recipient: { label: 'Quién recibe', max: 200, missing: 'Escribí quién recibe el envío.' },
  street: { label: 'Calle y número', max: 200, missing: 'Escribí la calle y el número.' },
  floor: { label: 'Piso y departamento (opcional)', max: 60, missing: undefined },
  city: { label: 'Localidad', max: 120, missing: 'Escribí la localidad.' },
  province: { label: 'Provincia', max: 60, missing: 'Elegí la provincia.' },
  postalCode: { label: 'Código postal', max: postalCodeLength, missing: noPostalCode },
  phone: { label: 'Teléfono', max: 30, missing: 'Escribí un teléfono para coordinar la entrega.' },
} as const

export type AddressField = keyof typeof addressFields
export const addressFieldNames = Object.keys(addressFields) as AddressField[]
export type Address = Record<AddressField, string>

export function ofEachField<Value>(make: (field: AddressField) => Value): Record<AddressField, Value> {
  return Object.fromEntries(addressFieldNames.map((field) => [field, make(field)])) as Record<AddressField, Value>
}

export const blankAddress: Address = ofEachField(() => '')

export function addressProblems(typed: Address): Partial<Address> {
  const address = tidyAddress(typed)
  const problems: Partial<Address> = Object.fromEntries(
    addressFieldNames.flatMap((field) => {
      const problem = problemOf(field, address[field])
      return problem ? [[field, problem]] : []
    }),
  )
  const { postalCode, province } = address
  if (problems.postalCode || problems.province || isOfProvince(postalCode, province)) return problems
  return { ...problems, postalCode: `El código postal ${postalCode} no es de ${province}.` }
}

function problemOf(field: AddressField, text: string): string | undefined {
  const { max, missing } = addressFields[field]
  if (text === '') return missing
  if (text.length > max) return `Admite hasta ${max} caracteres.`
  if (/[\p{Cc}\p{Co}\p{Cn}]/u.test(text)) return 'Tiene caracteres que no se admiten.'
  if (field === 'street' && !/\d|s\/n/i.test(text)) return 'Falta el número; si no tiene, escribí s/n.'
  if (field === 'province' && !provinces.some((known) => known === text)) return 'Elegí una de las provincias.'
  if (field === 'postalCode' && readPostalCode(text) === null) return noPostalCode
  const digits = text.replace(/\D/g, '').length
  if (field === 'phone' && (/[^\d\s()+.-]/.test(text) || digits < 6 || digits > 15))
    return 'Escribí el teléfono con su característica, como 11 5555-1234.'
  return undefined
}

export function tidyAddress(typed: Address): Address {
  const texts = ofEachField((field) => typed[field].trim().replace(/\s+/g, ' '))
  return { ...texts, postalCode: readPostalCode(texts.postalCode) ?? texts.postalCode }
}

export function addressLine({ street, floor, city, province, postalCode }: Address): string {
  return [street, floor, city, province, `CP ${postalCode}`].filter((part) => part !== '').join(', ')
}
