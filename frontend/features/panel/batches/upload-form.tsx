import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { batchLimits } from '#backend/domain/batch/batch.limits.ts'
import { fileColumnNames, fileColumns } from '#backend/domain/product/product-fields.ts'
import { answered, batchApi } from '#frontend/api.ts'
import { PanelForm, type Reading } from '#frontend/features/panel/form/panel-form.tsx'
import { FileField } from '#frontend/ui/form/file-field.tsx'

const maxMegabytes = batchLimits.bytes / 1024 / 1024

type Props = { onDraft: (id: string) => void }

export function UploadForm({ onDraft }: Props) {
  const sending = useMutation({ mutationFn: (file: File) => answered(batchApi.file.$post({ form: { file } })) })
  const input = useRef<HTMLInputElement>(null)
  return (
    <PanelForm
      saving={sending}
      read={() => readFile(input.current?.files?.[0])}
      onSaved={({ id }) => onDraft(id)}
      className="cut-lg flex max-w-3xl flex-col items-start gap-6 border border-line bg-surface p-6"
      submit={{ children: 'Ver qué cambiaría' }}
    >
      {({ file: error }) => (
        <>
          <p className="text-muted">
            Una fila por producto: con su ID lo cambia, sin ID agrega uno. Una celda vacía deja ese dato como está.
            Sirve el archivo de «Exportar CSV»: {fileColumnNames.map((column) => fileColumns[column]).join(', ')}, y una
            columna por cada propiedad, donde «ninguno» dice que no la tiene.
          </p>
          <FileField
            id="batch-file"
            name="file"
            ref={input}
            accept=".csv,.txt,.tsv,text/csv"
            label="Archivo CSV"
            hint={`Hasta ${batchLimits.rows.toLocaleString('es-AR')} filas y ${maxMegabytes} MB. Antes de cambiar nada, ves qué haría.`}
            error={error}
          />
        </>
      )}
    </PanelForm>
  )
}

function readFile(file: File | undefined): Reading<File> {
  if (!file) return { problems: { file: 'Elegí un archivo CSV.' } }
  if (file.size <= batchLimits.bytes) return { json: file }
  return { problems: { file: `El archivo supera los ${maxMegabytes} MB.` } }
}
