import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { answered, panelApi } from '#frontend/api.ts'
import { ApiError, hasCode, messageOf } from '#frontend/api-error.ts'
import { FormButtons } from '#frontend/features/panel/form/form-buttons.tsx'
import { PanelModal } from '#frontend/features/panel/form/panel-modal.tsx'
import { Loaded } from '#frontend/features/panel/loaded.tsx'
import { usePanelChange } from '#frontend/features/panel/panel-query.ts'
import { queryKeys } from '#frontend/query-keys.ts'
import { useMay } from '#frontend/session.ts'
import { TextArea } from '#frontend/ui/form/field.tsx'
import { toastSuccess } from '#frontend/ui/notice/toast.ts'

const queryKey = queryKeys.panel.list('synonyms', {})

export function Synonyms({ onClose }: { onClose: () => void }) {
  const synonyms = useQuery({
    queryKey,
    queryFn: () => answered(panelApi.synonyms.$get()),
    gcTime: 0,
    // Doesn't refetch while an admin types.
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <PanelModal title="Sinónimos de la búsqueda" onClose={onClose}>
      <Loaded query={synonyms} what="los sinónimos" look="h-96">
        {({ lines }) => <SynonymsForm lines={lines} onClose={onClose} />}
      </Loaded>
    </PanelModal>
  )
}

function SynonymsForm({ lines, onClose }: { lines: string[]; onClose: () => void }) {
  const [text, setText] = useState(() => lines.join('\n'))
  const [seen, setSeen] = useState(lines)
  const saving = usePanelChange(
    (json: { lines: string[]; seen: string[] }) => answered(panelApi.synonyms.$post({ json })),
    [queryKeys.catalogue.all],
  )
  const mayChange = useMay()('catalogue:change')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // A refusal shows the current list below; confirming again chooses between both.
    const onError = (error: Error) => setSeen(presentOf(error) ?? seen)
    const onSuccess = () => {
      toastSuccess('Sinónimos modificados!')
      onClose()
    }
    saving.mutate({ lines: linesOf(text), seen }, { onSuccess, onError })
  }
  const problem = saving.error ? problemOf(saving.error, linesOf(text)) : undefined
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      <TextArea
        id="synonyms"
        label="Un significado por línea, con sus nombres separados por comas. Buscar uno encuentra también los otros."
        value={text}
        onChange={(event) => setText(event.target.value)}
        rows={14}
        readOnly={!mayChange}
        spellCheck={false}
        error={problem}
        className="leading-relaxed"
      />
      {presentOf(saving.error) && <Present lines={seen} />}
      <FormButtons mayChange={mayChange} busy={saving.isPending} onClose={onClose} />
    </form>
  )
}

function Present({ lines }: { lines: string[] }) {
  return (
    <section aria-label="La lista de ahora" className="rounded-lg border border-warn/60 p-4">
      <p className="text-sm text-muted">
        Así está ahora. Pasá a tu lista lo que quieras conservar: si confirmás de nuevo, la tuya la reemplaza.
      </p>
      <ul className="mt-3 max-h-48 overflow-y-auto text-sm leading-relaxed">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  )
}

/** The current list, if the save was refused because of it. */
function presentOf(error: unknown): string[] | undefined {
  return hasCode(error, 'synonyms_changed') ? error.problem.lines : undefined
}

function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '')
}

/** Quotes the first wrong line. */
function problemOf(error: Error, lines: readonly string[]): string {
  const [first] = error instanceof ApiError ? (error.problem.errors ?? []) : []
  const line = lines[Number(/^lines\.(\d+)$/.exec(first?.field ?? '')?.[1])]
  return first && line ? `«${line.trim()}»: ${first.message}` : messageOf(error)
}
