import { type FormEvent, useRef, useState } from 'react'
import { batchLimits } from '#backend/domain/batch/batch.limits.ts'
import { fileColumnNames, fileColumns } from '#backend/domain/product/product-fields.ts'
import { fieldErrorOf, messageOf } from '#frontend/api-error.ts'
import { Button } from '#frontend/ui/button.tsx'
import { FileField } from '#frontend/ui/form/file-field.tsx'
import { useSendFile } from './batches.queries.ts'

const maxMegabytes = batchLimits.bytes / 1024 / 1024

type Props = { onDraft: (id: string) => void }

export function UploadForm({ onDraft }: Props) {
  const sending = useSendFile()
  const input = useRef<HTMLInputElement>(null)
  const [wrong, setWrong] = useState<string>()
  const refused = sending.error ? (fieldErrorOf(sending.error, 'file') ?? messageOf(sending.error)) : undefined
  const send = (event: FormEvent) => {
    event.preventDefault()
    const file = input.current?.files?.[0]
    const error = fileProblem(file)
    setWrong(error)
    if (error || !file) return input.current?.focus()
    if (!sending.isPending) sending.mutate(file, { onSuccess: ({ id }) => onDraft(id) })
  }
  return (
    <form onSubmit={send} noValidate className="cut-lg flex max-w-3xl flex-col gap-6 border border-line bg-surface p-6">
      <p className="text-muted">
        Una fila por producto: con su ID lo cambia, sin ID agrega uno. Una celda vacía deja ese dato como está. Sirve el
        archivo de «Exportar CSV»: {fileColumnNames.map((column) => fileColumns[column]).join(', ')}, y una columna por
        cada propiedad, donde «ninguno» dice que no la tiene.
      </p>
      <FileField
        id="batch-file"
        ref={input}
        accept=".csv,.txt,.tsv,text/csv"
        label="Archivo CSV"
        hint={`Hasta ${batchLimits.rows.toLocaleString('es-AR')} filas y ${maxMegabytes} MB. Antes de cambiar nada, ves qué haría.`}
        error={wrong ?? refused}
        onChange={() => {
          setWrong(undefined)
          sending.reset()
        }}
      />
      <div>
        <Button type="submit" busy={sending.isPending}>
          Ver qué cambiaría
        </Button>
      </div>
    </form>
  )
}

function fileProblem(file: File | undefined): string | undefined {
  if (!file) return 'Elegí un archivo CSV.'
  return file.size > batchLimits.bytes ? `El archivo supera los ${maxMegabytes} MB.` : undefined
}
