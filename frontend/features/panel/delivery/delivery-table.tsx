import { useQuery } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { deliveryLimits, type RangeField, rangeFields } from '#backend/domain/delivery/delivery.limits.ts'
import { answered, type DeliveryTable, panelApi } from '#frontend/api.ts'
import { FormButtons } from '#frontend/features/panel/form/form-buttons.tsx'
import { PanelForm, type Problems } from '#frontend/features/panel/form/panel-form.tsx'
import { PanelModal } from '#frontend/features/panel/form/panel-modal.tsx'
import { IconButton } from '#frontend/features/panel/icon-button.tsx'
import { Loaded } from '#frontend/features/panel/loaded.tsx'
import { panelQuery, usePanelChange } from '#frontend/features/panel/panel-query.ts'
import { queryKeys } from '#frontend/query-keys.ts'
import { Button } from '#frontend/ui/button.tsx'
import { Field, inputLook } from '#frontend/ui/form/field.tsx'
import { entryOf, fields, type RowEntry, readTable, type TableEntry } from './table-entry.ts'

type Props = { mayChange: boolean; onClose: () => void }

/** A modal with the shipping table, read-only without the right to change it. */
export function DeliveryPrices({ mayChange, onClose }: Props) {
  // Doesn't refetch while an admin types.
  const prices = useQuery({
    ...panelQuery('delivery', {}, () => answered(panelApi.delivery.$get())),
    ...{ gcTime: 0, staleTime: Number.POSITIVE_INFINITY },
  })
  return (
    <PanelModal title="Precios de envío" onClose={onClose}>
      <p className="mb-5 text-sm text-muted">
        Los códigos van por sus cuatro números, los dos extremos incluidos. A lo que no esté en ninguna fila no se hacen
        envíos: solo se puede retirar en el local.
      </p>
      <Loaded query={prices} what="los precios de envío" look="h-60">
        {(table) => <TableForm table={table} mayChange={mayChange} onClose={onClose} />}
      </Loaded>
    </PanelModal>
  )
}

function TableForm({ table, mayChange, onClose }: Props & { table: DeliveryTable }) {
  const [entry, setEntry] = useState(() => entryOf(table))
  const saving = useSaveTable(table.revision)
  const change = (changed: Partial<TableEntry>) => setEntry({ ...entry, ...changed })
  return (
    <PanelForm
      saving={saving}
      read={() => readTable(entry)}
      onSaved={onClose}
      buttons={<FormButtons mayChange={mayChange} busy={saving.isPending} onClose={onClose} />}
    >
      {(problems, forget) => (
        <fieldset disabled={!mayChange} className="flex min-w-0 flex-col gap-5">
          <Rows
            rows={entry.rows}
            problems={problems}
            mayChange={mayChange}
            onRows={(rows) => {
              forget()
              change({ rows })
            }}
          />
          <Field
            name="freeFrom"
            label="Envío gratis desde (opcional)"
            inputMode="decimal"
            value={entry.freeFrom}
            error={problems.freeFrom}
            hint="Monto de los productos. Vacío: ningún envío es gratis por el monto."
            onChange={(event) => change({ freeFrom: event.target.value })}
          />
        </fieldset>
      )}
    </PanelForm>
  )
}

type RowsProps = { rows: RowEntry[]; problems: Problems; mayChange: boolean; onRows: (rows: RowEntry[]) => void }

function Rows({ rows, problems, mayChange, onRows }: RowsProps) {
  const add = () => {
    const key = Math.max(-1, ...rows.map((row) => row.key)) + 1
    onRows([...rows, { key, from: '', to: '', price: '', days: '' }])
  }
  return (
    <div className="flex flex-col gap-3">
      <div aria-hidden className={`${rowLook} text-sm text-muted max-sm:hidden`}>
        {fields.map((field) => (
          <span key={field}>{rangeFields[field]}</span>
        ))}
      </div>
      {rows.length === 0 && <p className="text-muted">No hay ninguna fila: todo se retira en el local.</p>}
      {rows.map((row, index) => (
        <Row
          key={row.key}
          row={row}
          index={index}
          problems={problems}
          onType={(field, text) => onRows(rows.map((one) => (one === row ? { ...row, [field]: text } : one)))}
          onRemove={mayChange && (() => onRows(rows.filter((one) => one !== row)))}
        />
      ))}
      {mayChange && (
        <Button
          look="outline"
          className="self-start"
          icon={<Plus className="size-5" />}
          disabled={rows.length >= deliveryLimits.ranges}
          onClick={add}
        >
          Agregar fila
        </Button>
      )}
    </div>
  )
}

/** Two lines on a phone: postal codes, then costs. */
const rowLook =
  'grid grid-cols-[1fr_1fr_2.75rem] items-end gap-2 sm:grid-cols-[1fr_1fr_1.4fr_0.9fr_2.75rem] sm:items-center'

type RowProps = {
  row: RowEntry
  index: number
  problems: Problems
  onType: (field: RangeField, text: string) => void
  onRemove: false | (() => void)
}

function Row({ row, index, problems, onType, onRemove }: RowProps) {
  const messages = fields.flatMap((field) => problems[`ranges.${index}.${field}`] ?? [])
  const message = `delivery-row-${row.key}`
  return (
    <fieldset className="min-w-0 max-sm:border-b max-sm:border-line max-sm:pb-4">
      <legend className="sr-only">Fila {index + 1}</legend>
      <div className={rowLook}>
        {fields.map((field) => (
          <label key={field} className={field === 'price' ? 'max-sm:col-start-1' : ''}>
            <span className="mb-1 block text-xs text-muted sm:sr-only">{rangeFields[field]}</span>
            <input
              name={`ranges.${index}.${field}`}
              aria-invalid={problems[`ranges.${index}.${field}`] ? true : undefined}
              aria-describedby={message}
              inputMode={field === 'price' ? 'decimal' : 'numeric'}
              autoComplete="off"
              value={row[field]}
              onChange={(event) => onType(field, event.target.value)}
              className={inputLook}
            />
          </label>
        ))}
        {onRemove && <IconButton label={`Quitar la fila ${index + 1}`} Icon={Trash2} onClick={onRemove} />}
      </div>
      <div id={message} aria-live="polite" className="mt-1.5 flex flex-col text-sm text-bad empty:hidden">
        {messages.map((text) => (
          <span key={text}>{text}</span>
        ))}
      </div>
    </fieldset>
  )
}

function useSaveTable(revision: number) {
  type Table = Pick<DeliveryTable, 'ranges' | 'freeFrom'>
  return usePanelChange(
    (table: Table) => answered(panelApi.delivery.$post({ json: { revision, ...table } })),
    [queryKeys.delivery.all],
    'Precios de envío modificados!',
  )
}
