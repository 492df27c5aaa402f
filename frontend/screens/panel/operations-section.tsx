import { useQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import type { Operations } from '#frontend/api.ts'
import { messageOf } from '#frontend/api-error.ts'
import { Loaded } from '#frontend/features/panel/loaded.tsx'
import { ActDialog } from '#frontend/features/panel/operations/act-dialog.tsx'
import { ActMenu } from '#frontend/features/panel/operations/act-menu.tsx'
import { actsFor, actWords } from '#frontend/features/panel/operations/acts.ts'
import { DeadLetters } from '#frontend/features/panel/operations/dead-letters.tsx'
import { JobQueue, LogTail, Part, ReplicaList } from '#frontend/features/panel/operations/machinery.tsx'
import { type Asked, operationsQuery, useOperation } from '#frontend/features/panel/operations/operations.queries.ts'
import { Overview } from '#frontend/features/panel/operations/overview.tsx'
import { PartitionList } from '#frontend/features/panel/operations/partition-list.tsx'
import { Processes } from '#frontend/features/panel/operations/processes.tsx'
import { SubscriptionTable } from '#frontend/features/panel/operations/subscription-table.tsx'
import { nameOf } from '#frontend/features/panel/operations/words.ts'
import { WorkList, WorkResult } from '#frontend/features/panel/operations/work-list.tsx'
import { useMay } from '#frontend/session.ts'
import { Button } from '#frontend/ui/button.tsx'

export default function OperationsSection() {
  return (
    <Loaded query={useQuery(operationsQuery)} what="el estado" look="h-96">
      {(status) => <Machinery status={status} />}
    </Loaded>
  )
}

/** Harmless actions run at once; all others ask first. */
function useActs() {
  const [asked, setAsked] = useState<Asked | null>(null)
  const [said, setSaid] = useState('')
  const operation = useOperation()
  const ask = (next: Asked) => {
    setSaid('')
    if (actWords[next.act].warning) return setAsked(next)
    operation.mutate(next, {
      onSuccess: ({ detail }) => setSaid(detail ?? `${actWords[next.act].label}: se pidió.`),
      onError: (error) => setSaid(messageOf(error)),
    })
  }
  const dialog = asked && (
    <ActDialog
      asked={asked}
      onClose={() => setAsked(null)}
      onDone={(detail) => {
        setSaid(detail || `${actWords[asked.act].label}: se pidió.`)
        setAsked(null)
      }}
    />
  )
  return { ask, said, dialog, isBusy: operation.isPending }
}

function Machinery({ status }: { status: Operations }) {
  const { ask, said, dialog, isBusy } = useActs()
  const mayAct = useMay()('operations:act')
  const [shown, setShown] = useState<string | null>(null)
  const { subscriptions, work, lastVerify } = status
  const isVerifying = work.some(({ act, state }) => act === 'verify' && (state === 'waiting' || state === 'running'))
  return (
    <>
      {mayAct && (
        <div className="mb-5 flex flex-wrap items-center justify-between gap-4">
          <p role="status" className="min-h-6 text-cyan">
            {said}
          </p>
          <Button
            icon={<ShieldCheck className="size-5" />}
            busy={isVerifying || isBusy}
            onClick={() => ask({ act: 'verify', name: 'all' })}
          >
            Verificar
          </Button>
        </div>
      )}
      <Overview status={status} onVerdict={lastVerify ? () => setShown(lastVerify.id) : undefined} />
      <Part title="Proyecciones y reactores" note="Se actualiza solo mientras esta página está a la vista.">
        <SubscriptionTable
          rows={subscriptions}
          actions={
            mayAct &&
            ((row) => (
              <ActMenu
                name={row.state === 'live' ? nameOf(row.name) : `${nameOf(row.name)}, generación ${row.generation}`}
                acts={actsFor(row, subscriptions)}
                onAct={(act) => ask({ act, name: row.name })}
              />
            ))
          }
        />
      </Part>
      <Part title="Tareas" note="Siguen aunque cierres la página.">
        <WorkList
          work={work}
          onCancel={mayAct && (({ target: name }) => ask({ act: 'cancel', name }))}
          onOpen={setShown}
        />
      </Part>
      <Part title="Apartados" note="Filas y streams detenidos en un evento que no se pudo aplicar o leer.">
        <DeadLetters onAsk={mayAct && ask} />
      </Part>
      <Part title="Cola de trabajos">
        <JobQueue queues={status.queues} failures={status.failures} onAsk={mayAct && ask} />
      </Part>
      <Part title="Procesos">
        <Processes processes={status.processes} subscriptions={subscriptions} />
      </Part>
      <Part title="Réplicas" note="Como las ve el proceso que contestó; cada uno las mira por su cuenta.">
        <ReplicaList replicas={status.replicas} />
      </Part>
      <Part title="Particiones" note="Del registro, las más nuevas primero.">
        <PartitionList partitions={status.partitions} />
      </Part>
      <Part title="Registro" note="Los últimos eventos, sin lo que dicen.">
        <LogTail log={status.log} />
      </Part>
      {dialog}
      {shown && <WorkResult id={shown} onClose={() => setShown(null)} />}
    </>
  )
}
