import { ArrowUp, X } from 'lucide-react'
import { useId } from 'react'
import {
  attributeFilters,
  attributeKinds,
  isChosen,
  schemaColumns,
} from '#backend/domain/product/schema/schema.limits.ts'
import { IconButton } from '#frontend/features/panel/icon-button.tsx'
import { Field, FieldFrame, inputLook } from '#frontend/ui/form/field.tsx'
import { type AttributeEntry, keyFor } from './schema-entry.ts'

type Props = {
  at: number
  row: AttributeEntry
  /** By row and field. */
  errors: Readonly<Record<string, string>>
  isFirst: boolean
  onChange: (part: Partial<AttributeEntry>) => void
  onUp: () => void
  onRemove: () => void
}

/** Folded once it is saved; a mistake in it opens it. */
export function AttributeRow({ at, row, errors, isFirst, onChange, onUp, onRemove }: Props) {
  const isWrong = Object.keys(errors).some((field) => field.startsWith(`${at}.`))
  const name = row.label || `Propiedad ${at + 1}`
  return (
    <div className="flex items-start gap-1">
      <details open={!row.isKept || isWrong} className="min-w-0 flex-1 rounded-lg border border-line bg-surface">
        <summary className="flex min-h-12 cursor-pointer flex-wrap items-center gap-x-3 px-4 py-2">
          <span className="font-medium wrap-anywhere">{name}</span>
          <span className="text-sm text-muted">
            {[attributeKinds[row.kind], row.unit, row.isRequired && 'obligatoria'].filter(Boolean).join(' · ')}
          </span>
        </summary>
        <div className="grid gap-4 border-t border-line p-4 sm:grid-cols-2">
          <Texts at={at} row={row} errors={errors} onChange={onChange} />
          <Check
            label="Obligatoria en productos nuevos"
            isOn={row.isRequired}
            onChange={(isRequired) => onChange({ isRequired })}
          />
          <Check label="Se compara" isOn={row.isComparable} onChange={(isComparable) => onChange({ isComparable })} />
        </div>
      </details>
      <IconButton label={`Subir ${name}`} Icon={ArrowUp} disabled={isFirst} onClick={onUp} />
      <IconButton label={`Quitar ${name}`} Icon={X} onClick={onRemove} />
    </div>
  )
}

type TextField = 'key' | 'label' | 'aliases' | 'unit' | 'choices' | 'steps' | 'role'

function textsOf({ at, row, errors, onChange }: TextsProps) {
  return (field: TextField, more: object = {}) => (
    <Field
      label={schemaColumns[field]}
      name={`attributes.${at}.${field}`}
      value={row[field]}
      error={errors[`${at}.${field}`]}
      onChange={(event) => onChange({ [field]: event.target.value })}
      {...more}
    />
  )
}

type TextsProps = Pick<Props, 'at' | 'row' | 'errors' | 'onChange'>

function Texts({ at, row, errors, onChange }: TextsProps) {
  const text = textsOf({ at, row, errors, onChange })
  return (
    <>
      {text('label', {
        onChange: ({ target: { value: label } }: { target: { value: string } }) =>
          onChange({ label, ...(!row.isKept && row.key === keyFor(row.label) && { key: keyFor(label) }) }),
      })}
      {text('key', { readOnly: row.isKept, hint: row.isKept ? 'La clave no cambia.' : undefined })}
      <Choice
        label={schemaColumns.kind}
        value={row.kind}
        options={attributeKinds}
        isFixed={row.isKept}
        onChoose={(kind) => onChange({ kind, ...(kind !== 'number' && { unit: '', steps: '' }) })}
      />
      {row.kind === 'number' && text('unit', { placeholder: 'Hz' })}
      {isChosen(row.kind) && text('choices', { hint: 'Separadas por comas; sin ninguna, se admite cualquiera.' })}
      {row.kind !== 'text' && (
        <Choice
          label={schemaColumns.filter}
          value={row.filter}
          options={{
            '': 'No se filtra',
            ...(row.kind === 'number' ? attributeFilters : { values: attributeFilters.values }),
          }}
          error={errors[`${at}.filter`]}
          onChoose={(filter) => onChange({ filter })}
        />
      )}
      {row.kind === 'number' && text('steps', { hint: 'De menor a mayor, separados por punto y coma: 60; 144.' })}
      {text('aliases', { hint: 'Otros nombres en la ficha y en los archivos, separados por comas.' })}
      {text('role', { hint: 'Para las reglas del armador, como cpu-socket. Puede quedar vacío.' })}
    </>
  )
}

type ChoiceProps<Value extends string> = {
  label: string
  value: Value
  options: Readonly<Partial<Record<Value, string>>>
  isFixed?: boolean
  error?: string | undefined
  onChoose: (value: Value) => void
}

function Choice<Value extends string>({ label, value, options, isFixed, error, onChoose }: ChoiceProps<Value>) {
  const id = useId()
  return (
    <FieldFrame id={id} label={label} error={error}>
      <select
        id={id}
        value={value}
        disabled={isFixed}
        onChange={(event) => onChoose(event.target.value as Value)}
        className={`${inputLook} disabled:text-muted`}
      >
        {Object.entries<string | undefined>(options).map(([each, text]) => (
          <option key={each} value={each}>
            {text}
          </option>
        ))}
      </select>
    </FieldFrame>
  )
}

function Check({ label, isOn, onChange }: { label: string; isOn: boolean; onChange: (isOn: boolean) => void }) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3 text-sm">
      <input
        type="checkbox"
        checked={isOn}
        onChange={(event) => onChange(event.target.checked)}
        className="size-5 accent-violet"
      />
      {label}
    </label>
  )
}
