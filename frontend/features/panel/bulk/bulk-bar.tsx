import { Undo2, X } from 'lucide-react'
import { IconButton } from '#frontend/features/panel/icon-button.tsx'
import { Button } from '#frontend/ui/button.tsx'
import type { BulkAct, BulkReport, useBulk } from './use-bulk.ts'

type Props<Item> = {
  bulk: ReturnType<typeof useBulk<Item>>
  acts: readonly BulkAct<Item>[]
  nameOf: (item: Item) => string
  /** `3 productos`. */
  counted: (count: number) => string
  /** Default: runs the action. */
  onAct?: (act: BulkAct<Item>) => void
  /** Grammatical gender of the noun: 'elegidas'. */
  isFeminine?: boolean
}

/** Actions that fit some chosen rows; if none fits, all, shown as disabled. */
function offered<Item>(acts: readonly BulkAct<Item>[], chosen: readonly Item[]): readonly BulkAct<Item>[] {
  const useful = acts.filter(({ isFor }) => chosen.some(isFor))
  return useful.length > 0 ? useful : acts
}

export function BulkBar<Item>({ bulk, acts, nameOf, counted, onAct, isFeminine = false }: Props<Item>) {
  const { chosen, progress, report, run, undo, forget, close } = bulk
  if (progress) return <Progress {...progress} />
  return (
    <>
      {report && (
        <Report report={report} nameOf={nameOf} counted={counted} onUndo={() => void undo(report)} onClose={close} />
      )}
      {chosen.length > 0 && (
        <section
          aria-label="Con lo elegido"
          className="cut mt-5 flex flex-wrap items-center gap-3 border border-violet/40 bg-raised p-3"
        >
          <p role="status" className="mr-auto px-2 font-medium">
            {counted(chosen.length)} {chosenText(chosen.length, isFeminine)}
          </p>
          {offered(acts, chosen).map((act) => {
            const count = chosen.filter(act.isFor).length
            return (
              <Button
                key={act.label}
                look={act.isDanger ? 'danger' : 'outline'}
                disabled={count === 0}
                onClick={() => (onAct ? onAct(act) : void run(act))}
              >
                {act.label} ({count})
              </Button>
            )
          })}
          <Button look="quiet" onClick={forget}>
            Quitar la selección
          </Button>
        </section>
      )}
    </>
  )
}

function chosenText(count: number, isFeminine: boolean): string {
  return `elegid${isFeminine ? 'a' : 'o'}${count === 1 ? '' : 's'}`
}

function Progress({ label, done, total }: { label: string; done: number; total: number }) {
  return (
    <div role="status" className="cut mt-5 border border-violet/40 bg-raised p-4">
      <p className="mb-2 font-medium tabular-nums">
        {label}: {done} de {total}
      </p>
      <progress aria-label={label} value={done} max={total} className="h-2 w-full accent-violet" />
    </div>
  )
}

type ReportProps<Item> = {
  report: BulkReport<Item>
  nameOf: (item: Item) => string
  counted: (count: number) => string
  onUndo: () => void
  onClose: () => void
}

function Report<Item>({ report, nameOf, counted, onUndo, onClose }: ReportProps<Item>) {
  const { act, done, failed, isUndone } = report
  const total = done.length + failed.length
  return (
    <section
      aria-label="Resultado"
      className={`cut mt-5 border bg-raised p-4 ${failed.length > 0 ? 'border-warn/60' : 'border-ok/50'}`}
    >
      <div className="flex flex-wrap items-center gap-3">
        <p role="status" className="mr-auto font-medium">
          {isUndone ? 'Como antes' : act.done}: {done.length} de {counted(total)}
        </p>
        {act.undo && !isUndone && done.length > 0 && (
          <Button look="outline" icon={<Undo2 className="size-4" />} onClick={onUndo}>
            Deshacer
          </Button>
        )}
        <IconButton label="Cerrar el resultado" Icon={X} onClick={onClose} />
      </div>
      {failed.length > 0 && (
        <ul aria-label="No se pudo" className="mt-2 flex flex-col gap-1 text-sm">
          {failed.map(({ item, reason }) => (
            <li key={nameOf(item)}>
              <span className="font-semibold">{nameOf(item)}</span>: {reason}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
