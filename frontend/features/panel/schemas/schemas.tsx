// The attributes of a category's products: their names, how each is read, filtered and compared.
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type FormEvent, Fragment, useState } from 'react'
import { type Schema, schemaLimits } from '#backend/domain/product/schema/schema.limits.ts'
import { refusedFields } from '#frontend/api-error.ts'
import { DialogButton } from '#frontend/features/panel/form/dialog-button.tsx'
import { FormButtons } from '#frontend/features/panel/form/form-buttons.tsx'
import { PanelModal } from '#frontend/features/panel/form/panel-modal.tsx'
import { Loaded } from '#frontend/features/panel/loaded.tsx'
import { useCategories } from '#frontend/features/panel/products/products.queries.ts'
import { useMay } from '#frontend/session.ts'
import { Button } from '#frontend/ui/button.tsx'
import { Field } from '#frontend/ui/form/field.tsx'
import { Refusal } from '#frontend/ui/refusal.tsx'
import { AttributeRow } from './attribute-row.tsx'
import { ConvertValues } from './convert-values.tsx'
import { type AttributeEntry, blankAttribute, entryOf, readEntries } from './schema-entry.ts'
import { schemasQuery, useSaveSchema } from './schemas.queries.ts'

export function SchemasButton() {
  return (
    <DialogButton look="outline" dialog={(onClose) => <Schemas onClose={onClose} />}>
      Propiedades
    </DialogButton>
  )
}

function Schemas({ onClose }: { onClose: () => void }) {
  const categories = useCategories()
  const [category, setCategory] = useState('')
  const schemas = useQuery({ ...schemasQuery, staleTime: Number.POSITIVE_INFINITY })
  return (
    <PanelModal
      title="Propiedades de los productos"
      about="Cada categoría dice qué propiedades tienen sus productos. Con ellas se filtra, se compara y se busca. Un cambio se deshace desde la auditoría."
      onClose={onClose}
    >
      <Loaded query={schemas} what="las propiedades" look="h-96">
        {({ schemas: all }) => {
          const present = all.find((one) => one.category === category.trim())
          const isKnown = present !== undefined || categories.includes(category.trim())
          return (
            <div className="flex flex-col gap-5">
              <Field
                label="Categoría"
                name="category"
                value={category}
                offered={categories}
                onChange={(event) => setCategory(event.target.value)}
                hint={category.trim() && !isKnown ? 'Todavía no hay productos en esta categoría.' : undefined}
              />
              {category.trim() === '' ? (
                <Categories names={categories} schemas={all} onChoose={setCategory} />
              ) : (
                <Known category={category.trim()} present={present} onClose={onClose} />
              )}
            </div>
          )
        }}
      </Loaded>
    </PanelModal>
  )
}

type CategoriesProps = {
  names: readonly string[]
  schemas: readonly { category: string; attributes: Schema }[]
  onChoose: (category: string) => void
}

/** With how many properties each has. */
function Categories({ names, schemas, onChoose }: CategoriesProps) {
  return (
    <ul className="flex flex-wrap gap-2">
      {names.map((name) => (
        <li key={name}>
          <Button look="outline" onClick={() => onChoose(name)}>
            {name} ({schemas.find((one) => one.category === name)?.attributes.length ?? 0})
          </Button>
        </li>
      ))}
    </ul>
  )
}

type KnownProps = {
  category: string
  present: { revision: number; attributes: Schema } | undefined
  onClose: () => void
}

/** Another category or revision starts anew. */
function Known({ category, present, onClose }: KnownProps) {
  const mayConvert = useMay()('catalogue:change')
  const { revision = 0, attributes = [] } = present ?? {}
  return (
    <Fragment key={`${category} ${revision}`}>
      <SchemaForm category={category} revision={revision} first={attributes.map(entryOf)} onClose={onClose} />
      {mayConvert && attributes.length > 0 && (
        <ConvertValues category={category} schema={attributes} onClose={onClose} />
      )}
    </Fragment>
  )
}

type FormProps = { category: string; revision: number; first: AttributeEntry[]; onClose: () => void }

function SchemaForm({ category, revision, first, onClose }: FormProps) {
  const [rows, setRows] = useState(first)
  const saving = useSaveSchema()
  const mayChange = useMay()('catalogue:schema')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    saving.mutate({ category, revision, attributes: readEntries(rows) })
  }
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <fieldset disabled={!mayChange} className="flex flex-col gap-3">
        <legend className="sr-only">Propiedades de {category}</legend>
        <Rows rows={rows} error={saving.error} onRows={setRows} />
      </fieldset>
      {mayChange && (
        <Button
          look="outline"
          icon={<Plus className="size-4" />}
          disabled={rows.length >= schemaLimits.attributes}
          onClick={() => setRows((now) => [...now, blankAttribute])}
        >
          Agregar propiedad
        </Button>
      )}
      <Refusal of={Object.keys(refusedFields(saving.error, 'attributes.')).length === 0 && saving.error} role="alert" />
      <FormButtons mayChange={mayChange} busy={saving.isPending} onClose={onClose} />
    </form>
  )
}

type RowsProps = {
  rows: AttributeEntry[]
  error: Error | null
  onRows: (rows: AttributeEntry[]) => void
}

function Rows({ rows, error, onRows }: RowsProps) {
  if (rows.length === 0) return <p className="text-sm text-muted">Esta categoría todavía no tiene propiedades.</p>
  return rows.map((row, at) => (
    <AttributeRow
      // biome-ignore lint/suspicious/noArrayIndexKey: rows are what stands at their place
      key={at}
      at={at}
      row={row}
      errors={errorsOf(error, at)}
      isFirst={at === 0}
      onChange={(part) => onRows(rows.with(at, { ...row, ...part }))}
      onUp={() => onRows(rows.toSpliced(at - 1, 2, row, rows[at - 1] ?? row))}
      onRemove={() => onRows(rows.toSpliced(at, 1))}
    />
  ))
}

/** A row's mistakes by field; a list tells that of its first part. */
function errorsOf(error: Error | null, at: number) {
  const refused = Object.entries(refusedFields(error, `attributes.${at}.`))
  return Object.fromEntries(refused.map(([field, message]) => [field.split('.')[0], message]))
}
