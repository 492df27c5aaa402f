// Maps the file's columns to product fields: guessed by title, corrected by hand.
import { useState } from 'react'
import { type FileColumn, fileColumnNames, fileColumns } from '#backend/domain/product/product-fields.ts'
import { type Batch, batchApi } from '#frontend/api.ts'
import { messageOf } from '#frontend/api-error.ts'
import { Choice } from '#frontend/features/panel/form/choice.tsx'
import { FieldMessage } from '#frontend/ui/form/field.tsx'
import { useStep } from './batches.queries.ts'

type Props = { id: string; file: NonNullable<Batch['file']>; mayChange: boolean }

const encodings = { 'utf-8': 'UTF-8', 'windows-1252': 'Windows-1252', 'utf-16le': 'UTF-16' }

/** A column fills one field at most; choosing it again frees the other field. */
export function ColumnChoices({ id, file, mayChange }: Props) {
  const { columns, header, separator, encoding } = file
  const mapping = useStep(id, batchApi[':id'].columns.$post)
  // Opens at once if guessing failed.
  const [isOpen, setOpen] = useState(Object.keys(columns).length < 3)
  const place = (column: FileColumn, at: string) => {
    const others = Object.entries(columns).filter(([other, taken]) => other !== column && String(taken) !== at)
    mapping.mutate({ columns: Object.fromEntries([...others, ...(at ? [[column, Number(at)]] : [])]) })
  }
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="cut border border-line bg-surface p-4"
    >
      <summary className="min-h-8 cursor-pointer font-medium">
        Columnas: {Object.keys(columns).length} de {header.length} reconocidas · separadas por {separator} ·{' '}
        {encodings[encoding]}
      </summary>
      {encoding === 'windows-1252' && (
        <p className="mt-3 text-warn">El archivo no está en UTF-8: se leyó como Windows-1252. Revisá los acentos.</p>
      )}
      <div className="mt-4 grid gap-4 sm:grid-cols-2 lg:grid-cols-3" aria-busy={mapping.isPending}>
        {fileColumnNames.map((column) => (
          <Choice
            key={column}
            label={fileColumns[column]}
            value={String(columns[column] ?? '')}
            options={[['', 'No está'], ...optionsOf(file)]}
            disabled={!mayChange || mapping.isPending}
            onChange={(at) => place(column, at)}
          />
        ))}
      </div>
      <FieldMessage id="columns-error" text={mapping.error ? messageOf(mapping.error) : undefined} />
    </details>
  )
}

/** Column titles, each with a sample value. */
function optionsOf({ header, sample }: Props['file']) {
  return header.map((title, at) => {
    const example = sample.map((cells) => cells[at]).find(Boolean)
    return [String(at), `${title || `Columna ${at + 1}`}${example ? ` (${example.slice(0, 24)})` : ''}`] as const
  })
}
