// The form of a product, new or known.
import { type ComponentProps, type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { messageOf } from '#frontend/api-error.ts'
import { Button } from '#frontend/ui/button.tsx'
import { Field, FieldMessage, inputLook } from '#frontend/ui/field.tsx'
import {
  type EntryErrors,
  type EntryField,
  entryFields,
  type ProductEntry,
  type ProductValues,
  readEntry,
} from './product-entry.ts'
import { fieldErrorsOf, useCategories } from './products.queries.ts'

type Props = {
  initial: ProductEntry
  saving: { isPending: boolean; error: Error | null }
  confirm: string
  onSave: (product: ProductValues) => void
  onCancel: () => void
}

/** Nothing is sent while a field is wrong; what was typed stays when the shop refuses it, and the focus goes to what is wrong. */
export function ProductForm({ initial, saving, confirm, onSave, onCancel }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const [entry, setEntry] = useState(initial)
  const [wrong, setWrong] = useState<EntryErrors>({})
  const { isPending, error } = saving
  const refused = fieldErrorsOf(error)
  useEffect(() => focusFirst(form.current, fieldErrorsOf(error)), [error])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    const answer = readEntry(entry)
    const errors = 'errors' in answer ? answer.errors : {}
    setWrong(errors)
    if ('product' in answer) onSave(answer.product)
    else focusFirst(form.current, errors)
  }
  const type = (field: EntryField, text: string) => {
    setEntry({ ...entry, [field]: text })
    setWrong({ ...wrong, [field]: undefined })
  }
  const isUntold = error && Object.keys(refused).length === 0
  return (
    <form ref={form} onSubmit={submit} noValidate className="flex flex-col gap-5">
      <ProductFields entry={entry} errors={{ ...refused, ...wrong }} onType={type} />
      {isUntold && (
        <p role="alert" className="text-bad">
          {messageOf(error)}
        </p>
      )}
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button look="outline" onClick={onCancel}>
          Cancelar
        </Button>
        <Button type="submit" busy={isPending}>
          {confirm}
        </Button>
      </div>
    </form>
  )
}

function focusFirst(form: HTMLFormElement | null, errors: EntryErrors): void {
  const first = entryFields.find((field) => errors[field])
  const control = first && form?.elements.namedItem(first)
  if (control instanceof HTMLElement) control.focus()
}

type FieldsProps = { entry: ProductEntry; errors: EntryErrors; onType: (field: EntryField, text: string) => void }

function ProductFields({ entry, errors, onType }: FieldsProps) {
  const form = useId()
  const categories = useCategories()
  const field = (name: EntryField, label: string, more: Partial<ComponentProps<typeof Field>> = {}) => (
    <Field
      id={`${form}-${name}`}
      name={name}
      label={label}
      value={entry[name]}
      error={errors[name]}
      autoComplete="off"
      onChange={(event) => onType(name, event.target.value)}
      {...more}
    />
  )
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        {field('category', 'Categoría', { list: `${form}-categories` })}
        <datalist id={`${form}-categories`}>
          {categories.map((category) => (
            <option key={category}>{category}</option>
          ))}
        </datalist>
        {field('name', 'Nombre')}
      </div>
      <Description
        id={`${form}-description`}
        text={entry.description}
        error={errors.description}
        onText={(text) => onType('description', text)}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        {field('price', 'Precio (U$S)', { inputMode: 'decimal' })}
        {field('stock', 'Stock', { inputMode: 'numeric' })}
      </div>
      {field('imageUrl', 'URL de la imagen', { inputMode: 'url' })}
    </>
  )
}

type DescriptionProps = { id: string; text: string; error: string | undefined; onText: (text: string) => void }

function Description({ id, text, error, onText }: DescriptionProps) {
  return (
    <div className="flex flex-col gap-2">
      <label htmlFor={id} className="text-sm font-medium text-muted">
        Descripción
      </label>
      <textarea
        id={id}
        name="description"
        rows={4}
        value={text}
        onChange={(event) => onText(event.target.value)}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-error`}
        className={`${inputLook} resize-y py-3 leading-relaxed`}
      />
      <FieldMessage id={`${id}-error`} text={error} />
    </div>
  )
}
