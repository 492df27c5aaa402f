import { ArrowUp, X } from 'lucide-react'
import {
  attributeFilters,
  attributeKinds,
  isChosen,
  schemaColumns,
} from '#backend/domain/product/schema/schema.limits.ts'
import { Check } from '#frontend/features/panel/form/check.tsx'
import { type Input, Inputs } from '#frontend/features/panel/form/inputs.tsx'
import { IconButton } from '#frontend/features/panel/icon-button.tsx'
import { type AttributeEntry, keyFor } from './schema-entry.ts'

type Props = {
  at: number
  row: AttributeEntry
  /** By field. */
  errors: Readonly<Record<string, string | undefined>>
  isFirst: boolean
  onChange: (part: Partial<AttributeEntry>) => void
  onUp: () => void
  onRemove: () => void
}

/** Folded once it is saved; a mistake in it opens it. */
export function AttributeRow({ at, row, errors, isFirst, onChange, onUp, onRemove }: Props) {
  const isWrong = Object.keys(errors).length > 0
  const { isRequired, isComparable, isKept, ...texts } = row
  const name = row.label || `Propiedad ${at + 1}`
  return (
    <div className="flex flex-wrap items-start justify-end gap-1">
      <details
        open={!isKept || isWrong}
        className="min-w-0 flex-1 rounded-lg border border-line bg-surface max-sm:open:basis-full"
      >
        <summary className="flex min-h-12 cursor-pointer flex-wrap items-center gap-x-3 px-4 py-2">
          <span className="font-medium wrap-anywhere">{name}</span>
          <span className="text-sm text-muted">
            {[attributeKinds[row.kind], row.unit, isRequired && 'obligatoria'].filter(Boolean).join(' · ')}
          </span>
        </summary>
        <div className="grid gap-4 border-t border-line p-4 sm:grid-cols-2">
          <Inputs
            of={inputsOf(row)}
            texts={texts}
            under={`attributes.${at}.`}
            errors={errors}
            onType={(name, text) => onChange(partOf(row, name, text))}
          />
          <Check isOn={isRequired} onTurn={(isOn) => onChange({ isRequired: isOn })}>
            Obligatoria en productos nuevos
          </Check>
          <Check isOn={isComparable} onTurn={(isOn) => onChange({ isComparable: isOn })}>
            Se compara
          </Check>
        </div>
      </details>
      <IconButton label={`Subir ${name}`} Icon={ArrowUp} disabled={isFirst} onClick={onUp} />
      <IconButton label={`Quitar ${name}`} Icon={X} onClick={onRemove} />
    </div>
  )
}

type Typed = keyof typeof schemaColumns

function inputsOf({ kind, isKept }: AttributeEntry): Partial<Record<Typed, Input>> {
  const isNumber = kind === 'number'
  const filters = isNumber ? attributeFilters : { values: attributeFilters.values }
  const named = (field: Typed, more: Partial<Input> = {}) => ({ [field]: { label: schemaColumns[field], ...more } })
  return {
    ...named('label'),
    ...named('key', { readOnly: isKept, hint: isKept ? 'La clave no cambia.' : undefined }),
    ...named('kind', { options: Object.entries(attributeKinds), disabled: isKept }),
    ...(isNumber && named('unit', { placeholder: 'Hz' })),
    ...(isChosen(kind) && named('choices', { hint: 'Separadas por comas; sin ninguna, se admite cualquiera.' })),
    ...(kind !== 'text' && named('filter', { options: [['', 'No se filtra'], ...Object.entries(filters)] })),
    ...(isNumber && named('steps', { hint: 'De menor a mayor, separados por punto y coma: 60; 144.' })),
    ...named('aliases', { hint: 'Otros nombres en la ficha y en los archivos, separados por comas.' }),
    ...named('role', { hint: 'Para las reglas del armador, como cpu-socket. Puede quedar vacío.' }),
  }
}

/** A key follows its name until it is changed or saved. */
function partOf(row: AttributeEntry, name: Typed, text: string): Partial<AttributeEntry> {
  const follows = name === 'label' && !row.isKept && row.key === keyFor(row.label)
  const isOther = name === 'kind' && text !== 'number'
  return { [name]: text, ...(follows && { key: keyFor(text) }), ...(isOther && { unit: '', steps: '' }) }
}
