import { Filter, X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { auditActors, auditEntities, auditKinds } from '#backend/domain/audit/audit.limits.ts'
import { usePanelAddress } from '#frontend/features/panel/use-panel-address.ts'
import { Button } from '#frontend/ui/button.tsx'
import { type AuditFilter, filterOf, readAuditAddress } from './audit-address.ts'
import { Choice, Day, NumberBox } from './filter-fields.tsx'

const none: Required<{ [Part in keyof AuditFilter]: undefined }> = {
  actor: undefined,
  kind: undefined,
  entity: undefined,
  from: undefined,
  to: undefined,
}

/** Mirrors the address; 'Filtrar' writes it. */
export function AuditFilters() {
  const { address, go } = usePanelAddress()
  const [who, setWho] = useState(address.actor?.startsWith('user:') ? 'user' : (address.actor ?? ''))
  const [what, setWhat] = useState(partsOf(address.entity, '-').kind)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = typedIn(new FormData(event.currentTarget), who, what)
    go({ ...none, ...filterOf(readAuditAddress(typed)), cause: undefined })
  }
  return (
    <search>
      <form onSubmit={submit} aria-label="Filtros" className="grid grid-cols-2 gap-3 lg:flex lg:flex-wrap lg:items-end">
        <Who actor={address.actor} who={who} onWho={setWho} />
        <Choice label="Qué" name="kind" initial={address.kind} none="Todo">
          {optionsOf(Object.entries(auditKinds))}
        </Choice>
        <About entity={address.entity} what={what} onWhat={setWhat} />
        <Day label="Desde" name="from" value={address.from} />
        <Day label="Hasta" name="to" value={address.to} />
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

/** Converts the form into address parameters; the reader drops invalid ones. */
function typedIn(form: FormData, who: string, what: string): Record<string, string> {
  const text = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value : ''
  }
  const actor = who === 'user' ? `user:${text('actorId')}` : who
  const entity = what && `${what}-${text('entityId')}`
  return { actor, entity, kind: text('kind'), from: text('from'), to: text('to') }
}

function optionsOf(titles: readonly (readonly [string, string])[]) {
  return titles.map(([value, title]) => (
    <option key={value} value={value}>
      {title}
    </option>
  ))
}

type WhoProps = { actor: string | undefined; who: string; onWho: (who: string) => void }

function Who({ actor, who, onWho }: WhoProps) {
  return (
    <>
      <Choice label="Quién" name="actor" value={who} onChange={onWho} none="Cualquiera">
        {optionsOf([['user', 'Una cuenta…'], ...Object.entries(auditActors)])}
      </Choice>
      {who === 'user' && <NumberBox label="Nº de cuenta" name="actorId" value={partsOf(actor, ':').id} />}
    </>
  )
}

type AboutProps = { entity: string | undefined; what: string; onWhat: (what: string) => void }

function About({ entity, what, onWhat }: AboutProps) {
  const { kind, id } = partsOf(entity, '-')
  // Reviews need two ids, so their filter is only shown if the address has one.
  const choices = Object.entries(auditEntities).filter(([name]) => name !== 'review' || kind === 'review')
  return (
    <>
      <Choice label="Sobre" name="about" value={what} onChange={onWhat} none="Todo">
        {optionsOf(choices)}
      </Choice>
      {what === 'review' && <input type="hidden" name="entityId" value={id} />}
      {what !== '' && what !== 'review' && <NumberBox label="Número" name="entityId" value={id} />}
    </>
  )
}

/** Splits `order-9` at '-', `user:7` at ':'. */
function partsOf(text: string | undefined, sign: string): { kind: string; id: string } {
  const at = text?.indexOf(sign) ?? -1
  return text === undefined || at < 0 ? { kind: '', id: '' } : { kind: text.slice(0, at), id: text.slice(at + 1) }
}
