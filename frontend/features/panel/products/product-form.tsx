import { type FormEvent, useEffect, useRef, useState } from 'react'
import { ApiError, formMessageOf } from '#frontend/api-error.ts'
import { FormButtons } from '#frontend/features/panel/form/form-buttons.tsx'
import { Button } from '#frontend/ui/button.tsx'
import { Refusal } from '#frontend/ui/refusal.tsx'
import { AttributeInputs } from './attribute-inputs.tsx'
import { CategoriesFailure } from './categories-failure.tsx'
import { type Conflict, ConflictChoice } from './conflict.tsx'
import { GalleryRows, type Sending } from './gallery-rows.tsx'
import type { ProductDraft } from './product-draft.ts'
import {
  type EntryErrors,
  type EntryField,
  entryFields,
  type Picture,
  type ProductEntry,
  type ProductValues,
  readEntry,
} from './product-entry.ts'
import { ProductInputs } from './product-inputs.tsx'
import { fieldErrorsOf, formParts, useSendPictures } from './products.queries.ts'
import { SpecRows } from './spec-rows.tsx'

type Props = {
  draft: ProductDraft
  saving: { isPending: boolean; error: Error | null }
  conflict?: Conflict | undefined
  confirm: string
  onSave: (product: ProductValues) => void
  onCancel: () => void
}

/** Sends nothing while a field is wrong or an upload runs. A refusal keeps the input and focuses the first mistake. */
export function ProductForm({ draft, saving: { isPending, error }, conflict, confirm, onSave, onCancel }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const { errors, setWrong, forget, refusal } = useEntryErrors(error)
  const sending = useSendPictures()
  const isBusy = isPending || sending.isPending
  useEffect(() => {
    if (error || conflict) focusFirst(form.current, fieldErrorsOf(error))
  }, [error, conflict])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const answer = readEntry(draft.entry)
    setWrong('errors' in answer ? answer.errors : {})
    if ('product' in answer) onSave(answer.product)
    else focusFirst(form.current, answer.errors)
  }
  const change: Change = (field, next) => {
    draft.write(next)
    forget(field)
  }
  const cancel = () => {
    draft.forget()
    onCancel()
  }
  return (
    <form ref={form} onSubmit={submit} noValidate className="flex flex-col gap-5">
      {draft.isFound && <DraftNotice onDrop={draft.drop} />}
      {conflict && (
        <ConflictChoice
          conflict={conflict}
          entry={draft.entry}
          onChoose={(part, of) => change(part, (now) => withPart(now, part, of))}
        />
      )}
      <EntryParts entry={draft.entry} errors={errors} sending={sending} onChange={change} />
      <Refusal of={refusal} role="alert" />
      <FormButtons confirm={{ label: confirm }} busy={isBusy} onClose={cancel} />
    </form>
  )
}

/** Mistakes found here or by the shop; `forget` hides a field's mistake until the next submit. */
function useEntryErrors(error: Error | null) {
  const [wrong, setWrong] = useState<EntryErrors>({})
  const refused = fieldErrorsOf(error)
  const errors: EntryErrors = { ...refused, ...wrong }
  const forget = (field: string) => {
    const parts = field === 'imageUrl' || field === 'pictures' ? ['imageUrl', 'pictures'] : [field]
    const told = Object.keys(errors).filter((key) => parts.includes(key.split('.')[0] ?? ''))
    setWrong({ ...wrong, ...Object.fromEntries(told.map((key) => [key, undefined])) })
  }
  const hasOther = error instanceof ApiError && error.problem.errors?.some(({ field }) => !(field in refused))
  const refusal = error && (hasOther || Object.keys(refused).length === 0) ? formMessageOf(error, formParts) : undefined
  return { errors, setWrong, forget, refusal }
}

type Change = (field: string, next: (now: ProductEntry) => ProductEntry) => void

type PartsProps = { entry: ProductEntry; errors: EntryErrors; sending: Sending; onChange: Change }

function EntryParts({ entry, errors, sending, onChange }: PartsProps) {
  return (
    <>
      <CategoriesFailure />
      <ProductInputs
        entry={entry}
        errors={errors}
        onType={(field, text) => onChange(field, (now) => typed(now, field, text))}
      />
      <AttributeInputs
        category={entry.category}
        attributes={entry.attributes}
        specs={entry.specs}
        errors={errors}
        onChange={(attributes) => onChange('attributes', (now) => ({ ...now, attributes }))}
      />
      <SpecRows
        category={entry.category}
        rows={entry.specs}
        errors={errors}
        onRows={(specs) => onChange('specs', (now) => ({ ...now, specs }))}
      />
      <GalleryRows
        pictures={entry.pictures}
        errors={errors}
        sending={sending}
        onChange={(next) => onChange('pictures', (now) => withPictures(now, next(now.pictures)))}
      />
    </>
  )
}

function DraftNotice({ onDrop }: { onDrop: () => void }) {
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-between gap-3 border border-cyan/40 bg-surface px-4 py-2"
    >
      <span className="text-sm">Recuperamos lo que habías escrito y no confirmaste.</span>
      <Button look="quiet" onClick={onDrop}>
        Descartar
      </Button>
    </div>
  )
}

/** Editing imageUrl changes the first picture. */
function typed(entry: ProductEntry, field: EntryField, text: string): ProductEntry {
  if (field !== 'imageUrl') return { ...entry, [field]: text }
  const [first, ...others] = entry.pictures
  return { ...entry, imageUrl: text, pictures: [{ url: text, alt: first?.alt ?? '' }, ...others] }
}

function withPart(entry: ProductEntry, part: keyof ProductEntry, of: ProductEntry): ProductEntry {
  if (part === 'pictures') return withPictures(entry, of.pictures)
  return part === 'imageUrl' ? typed(entry, part, of.imageUrl) : { ...entry, [part]: of[part] }
}

function withPictures(entry: ProductEntry, pictures: Picture[]): ProductEntry {
  const shown = pictures.filter(({ url }) => url !== '')
  return { ...entry, pictures: shown, imageUrl: shown[0]?.url ?? '' }
}

/** Focuses a conflict's choice first, else the first wrong field on the screen. */
function focusFirst(form: HTMLFormElement | null, errors: EntryErrors): void {
  const wrong = Object.keys(errors).filter((field) => errors[field])
  const first = entryFields.find((field) => errors[field]) ?? wrong.sort()[0]
  const choice = first && form?.querySelector('input[type=radio]:checked')
  const control = choice ?? (first && form?.elements.namedItem(first))
  if (!(control instanceof HTMLElement)) return
  control.focus()
  control.scrollIntoView({ block: 'nearest' })
}
