import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { PanelView } from '#backend/domain/views/views.limits.ts'
import { fieldErrorOf } from '#frontend/api-error.ts'
import { PanelModal } from '#frontend/features/panel/form/panel-modal.tsx'
import { Button } from '#frontend/ui/button.tsx'
import { Field } from '#frontend/ui/form/field.tsx'
import { Refusal } from '#frontend/ui/refusal.tsx'
import { isNamed, nameField } from './keep-view.tsx'
import { useKeepViews, viewsQuery } from './views.queries.ts'

type Props = { titleOf: (tab: string) => string | undefined; onClose: () => void }

export function ManageViews({ titleOf, onClose }: Props) {
  const { data } = useQuery(viewsQuery)
  const views = (data?.views ?? []).filter(({ tab }) => titleOf(tab))
  return (
    <PanelModal title="Tus vistas" onClose={onClose}>
      {views.length === 0 && <p className="text-muted">No te queda ninguna.</p>}
      <ul className="divide-y divide-line">
        {views.map((view) => (
          <ViewRow key={view.name} view={view} title={titleOf(view.tab) ?? ''} />
        ))}
      </ul>
      <Button look="outline" className="mt-6" onClick={onClose}>
        Cerrar
      </Button>
    </PanelModal>
  )
}

function ViewRow({ view, title }: { view: PanelView; title: string }) {
  const keeping = useKeepViews()
  const isThis = isNamed(view.name)
  const error = fieldErrorOf(keeping.error, 'views')
  return (
    <li className="py-4 first:pt-0">
      <Naming
        view={view}
        busy={keeping.isPending}
        error={error}
        onRename={(renamed) => keeping.mutate((views) => views.map((one) => (isThis(one) ? renamed : one)))}
        onRemove={() => keeping.mutate((views) => views.filter((one) => !isThis(one)))}
      />
      <p className="mt-2 text-sm text-muted">{title}</p>
      <Refusal of={!error && keeping.error} role="alert" className="mt-2" />
    </li>
  )
}

type NamingProps = {
  view: PanelView
  busy: boolean
  error: string | undefined
  onRename: (renamed: PanelView) => void
  onRemove: () => void
}

function Naming({ view, busy, error, onRename, onRemove }: NamingProps) {
  const [name, setName] = useState(view.name)
  const isSame = name.trim() === '' || name.trim() === view.name
  const rename = (event: FormEvent) => {
    event.preventDefault()
    if (!busy && !isSame) onRename({ ...view, name: name.trim() })
  }
  return (
    <form onSubmit={rename} aria-label={`Vista ${view.name}`} className="flex flex-wrap items-end gap-3">
      <div className="min-w-0 flex-1 basis-56">
        <Field
          {...nameField}
          name="name"
          value={name}
          error={error}
          onChange={(event) => setName(event.target.value)}
        />
      </div>
      <Button type="submit" look="outline" busy={busy} disabled={isSame}>
        Renombrar
      </Button>
      <Button
        look="danger"
        aria-label={`Quitar la vista ${view.name}`}
        disabled={busy}
        icon={<Trash2 className="size-4" />}
        onClick={onRemove}
      >
        Quitar
      </Button>
    </form>
  )
}
