import { useQuery } from '@tanstack/react-query'
import type { AuditCauses } from '#frontend/api.ts'
import { Loaded } from '#frontend/features/panel/loaded.tsx'
import { PanelDetail } from '#frontend/features/panel/panel-detail.tsx'
import { usePanelAddress } from '#frontend/features/panel/use-panel-address.ts'
import { Button } from '#frontend/ui/button.tsx'
import { formatMoment } from '#frontend/ui/figures/moment.ts'
import { causesQuery } from './audit.queries.ts'
import { Actor } from './audit-entry.tsx'
import { TakenBack } from './taken-back.tsx'

type Command = AuditCauses['commands'][number]

export function CauseTree({ position }: { position: number }) {
  const { go } = usePanelAddress()
  return (
    <PanelDetail title={`Causas del hecho Nº ${position}`} onClose={() => go({ cause: undefined })}>
      <Loaded query={useQuery(causesQuery(position))} what="las causas">
        {({ commands, left }) => (
          <>
            <Branches commands={commands} under={null} asked={position} />
            {left > 0 && (
              <p className="mt-6 text-sm text-muted">
                Se muestran los hechos más cercanos a este. De las mismas peticiones hay otros{' '}
                {left.toLocaleString('es-AR')}: están en la lista, con sus fechas.
              </p>
            )}
          </>
        )}
      </Loaded>
    </PanelDetail>
  )
}

type BranchProps = { commands: readonly Command[]; under: number | null; asked: number }

function Branches({ commands, under, asked }: BranchProps) {
  const own = commands.filter((command) => command.under === under)
  if (own.length === 0) return null
  return (
    <ul className={under === null ? 'space-y-6' : 'mt-3 space-y-4 border-l border-violet/40 pl-4 sm:pl-6'}>
      {own.map((command) => (
        <li key={command.events[0]?.position}>
          <p className="font-display font-semibold">{command.title}</p>
          <p className="text-sm text-muted">
            <Actor actor={command.actor} />
          </p>
          <ul className="mt-2 space-y-2 border-l border-line pl-4 sm:pl-6">
            {command.events.map((event) => (
              <CauseEvent key={event.position} event={event} commands={commands} asked={asked} />
            ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}

type EventProps = Pick<BranchProps, 'commands' | 'asked'> & { event: Command['events'][number] }

function CauseEvent({ event, commands, asked }: EventProps) {
  const { position, at, sentence, entity, jobs } = event
  const { go } = usePanelAddress()
  const isAsked = position === asked
  return (
    <li aria-current={isAsked || undefined}>
      <p className={`break-words ${isAsked ? 'font-semibold text-cyan' : ''}`}>
        {sentence}
        {isAsked && <span className="ml-2 rounded-full border border-cyan/60 px-2 py-0.5 text-xs">este hecho</span>}
      </p>
      <p className="flex flex-wrap items-center gap-x-3 text-sm text-muted tabular-nums">
        <time dateTime={at}>{formatMoment(at)}</time>
        <span>Nº {position}</span>
        {entity && (
          <Button
            look="quiet"
            className="px-2 text-sm"
            onClick={() => go({ tab: 'auditoria', dossier: undefined, of: entity.of, cause: undefined })}
          >
            {entity.title}
          </Button>
        )}
      </p>
      <TakenBack undoes={event.undoes} undoneBy={event.undoneBy} />
      {jobs.map((job) => (
        <p key={job} className="text-sm text-muted">
          ↳ {job}
        </p>
      ))}
      <Branches commands={commands} under={position} asked={asked} />
    </li>
  )
}
