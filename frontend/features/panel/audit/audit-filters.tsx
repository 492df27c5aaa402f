import { Filter, X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { auditActors, auditEntities, auditKinds } from '#backend/domain/audit/audit.limits.ts'
import { type Input, Inputs } from '#frontend/features/panel/form/inputs.tsx'
import { usePanelAddress } from '#frontend/features/panel/use-panel-address.ts'
import { Button } from '#frontend/ui/button.tsx'
import { type AuditFilter, filterOf, filterParts, readAuditAddress } from './audit-address.ts'

const none = Object.fromEntries(filterParts.map((part) => [part, undefined]))

/** Mirrors the address; 'Filtrar' writes it. */
export function AuditFilters() {
  const { address, go } = usePanelAddress()
  const [texts, setTexts] = useState(() => textsOf(address))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    go({ ...none, ...filterOf(readAuditAddress(filterTyped(texts))), cause: undefined })
  }
  return (
    <search>
      <form
        onSubmit={submit}
        aria-label="Filtros"
        className="grid grid-cols-2 gap-3 lg:flex lg:flex-wrap lg:items-end [&>.contents>*]:min-w-0 lg:[&>.contents>*]:grow lg:[&>.contents>*]:basis-36"
      >
        <Inputs
          of={inputsOf(texts, address)}
          texts={texts}
          onType={(name, text) => setTexts({ ...texts, [name]: text })}
        />
        <div className="col-span-full flex flex-wrap gap-2">
          <Button type="submit" icon={<Filter className="size-4" />}>
            Filtrar
          </Button>
          {Object.keys(filterOf(address)).length > 0 && (
            <Button look="quiet" icon={<X className="size-4" />} onClick={() => go({ ...none, cause: undefined })}>
              Quitar filtros
            </Button>
          )}
        </div>
      </form>
    </search>
  )
}

type Texts = ReturnType<typeof textsOf>

function textsOf({ actor = '', kind, entity = '', from = '', to = '' }: AuditFilter) {
  const [, actorId] = actor.split('user:')
  const [about = '', entityId = ''] = entity.split('-')
  return { actor: actorId ? 'user' : actor, actorId: actorId ?? '', kind: kind ?? '', about, entityId, from, to }
}

/** As in the address, whose reader drops the invalid. */
function filterTyped({ actor, actorId, about, entityId, ...plain }: Texts) {
  return { ...plain, actor: actor === 'user' ? `user:${actorId}` : actor, entity: about && `${about}-${entityId}` }
}

const number = { required: true, inputMode: 'numeric', pattern: '[1-9][0-9]{0,11}' } as const
const day = { type: 'date', min: '2000-01-01', max: '2099-12-31' }
const accounts = ['user', 'Una cuenta…'] as const

/** Reviews need two ids, so their filter is only shown if the address has one. */
function inputsOf({ actor, about }: Texts, { entity }: AuditFilter): Partial<Record<keyof Texts, Input>> {
  const entities = Object.entries(auditEntities).filter(([name]) => name !== 'review' || entity?.startsWith('review-'))
  return {
    actor: { label: 'Quién', options: [['', 'Cualquiera'], accounts, ...Object.entries(auditActors)] },
    ...(actor === 'user' && { actorId: { label: 'Nº de cuenta', ...number } }),
    kind: { label: 'Qué', options: [['', 'Todo'], ...Object.entries(auditKinds)] },
    about: { label: 'Sobre', options: [['', 'Todo'], ...entities] },
    ...(about !== '' && about !== 'review' && { entityId: { label: 'Número', ...number } }),
    from: { label: 'Desde', ...day },
    to: { label: 'Hasta', ...day },
  }
}
