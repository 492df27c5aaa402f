import type { ReactNode } from 'react'
import type { Subscription } from '#frontend/api.ts'
import { type Column, PanelTable } from '#frontend/features/panel/panel-table.tsx'
import { ProgressBar } from './progress-bar.tsx'
import { SubscriptionBadge } from './subscription-badge.tsx'
import { countText, durationText, nameOf } from './words.ts'

const columns: readonly Column<Subscription>[] = [
  { name: 'Nombre', cell: (row) => <Name row={row} /> },
  { name: 'Estado', cell: (row) => <State row={row} /> },
  { name: 'Posición', cell: ({ position }) => countText(position), isNumber: true },
  { name: 'Atraso y ritmo', cell: (row) => <Lag row={row} />, isNumber: true },
  { name: 'Versión', cell: (row) => <Version row={row} />, isNumber: true },
  { name: 'La alimenta', cell: (row) => <Feeder row={row} /> },
]

type Props = { rows: readonly Subscription[]; actions: false | ((row: Subscription) => ReactNode) }

export function SubscriptionTable({ rows, actions }: Props) {
  return (
    <PanelTable
      label="Proyecciones y reactores"
      columns={actions ? [...columns, { name: 'Acciones', cell: actions }] : columns}
      rows={rows}
      keyOf={({ generation }) => generation}
    />
  )
}

function Name({ row: { name, kind, generation, state } }: { row: Subscription }) {
  return (
    <span className={`block ${state === 'live' ? '' : 'lg:pl-5'}`}>
      <span className={`block font-medium ${state === 'live' ? '' : 'text-muted'}`}>{nameOf(name)}</span>
      <span className="block text-xs text-muted">
        {kind === 'reactor' ? 'reactor' : 'proyección'} {name} · generación {generation}
      </span>
    </span>
  )
}

function State({ row }: { row: Subscription }) {
  return (
    <span className="flex flex-col items-start gap-2">
      <SubscriptionBadge row={row} />
      {row.state === 'building' && (
        <ProgressBar
          label={`Reconstrucción de ${nameOf(row.name)}`}
          done={row.position}
          total={row.target}
          eta={row.etaSeconds}
        />
      )}
      {row.parked > 0 && (
        <span className="text-xs text-bad">
          {countText(row.parked)} {row.parked === 1 ? 'evento apartado' : 'eventos apartados'}
        </span>
      )}
    </span>
  )
}

function Lag({ row: { lag, lagSeconds, rate } }: { row: Subscription }) {
  if (lag === 0) return 'al día'
  return (
    <span className="whitespace-nowrap">
      {countText(lag)} {lag === 1 ? 'evento' : 'eventos'}
      <span className="block text-xs text-muted max-lg:inline max-lg:before:content-['_·_'/'']">
        {durationText(lagSeconds)}
        {rate !== null && ` · ${countText(rate)}/s`}
      </span>
    </span>
  )
}

function Version({ row: { version, codeVersion } }: { row: Subscription }) {
  if (codeVersion === null || codeVersion === version) return version
  return (
    <span className="whitespace-nowrap">
      {version} <span className="text-xs text-warn">(el programa: {codeVersion})</span>
    </span>
  )
}

function Feeder({ row: { fedBy, heartbeatSeconds } }: { row: Subscription }) {
  if (fedBy === null) return <span className="text-muted">nadie</span>
  return (
    <span>
      conexión {fedBy}
      {heartbeatSeconds !== null && (
        <span className="block text-xs text-muted">señal hace {durationText(heartbeatSeconds)}</span>
      )}
    </span>
  )
}
