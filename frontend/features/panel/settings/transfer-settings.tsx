// Paying by bank transfer: a part of the section Ajustes.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { transferLimits } from '#backend/domain/transfer/transfer.limits.ts'
import { answered, panelApi, type TransferSettings } from '#frontend/api.ts'
import { refusedFields } from '#frontend/api-error.ts'
import { Loaded } from '#frontend/features/panel/loaded.tsx'
import { panelQuery } from '#frontend/features/panel/panel-query.ts'
import { queryKeys } from '#frontend/query-keys.ts'
import { Field } from '#frontend/ui/form/field.tsx'
import { focusFirst } from '#frontend/ui/form/focus-first.ts'
import { toastSuccess } from '#frontend/ui/notice/toast.ts'
import { SettingsPart } from './settings-part.tsx'

type Props = { mayChange: boolean }

const transferQuery = panelQuery('transfer', {}, () => answered(panelApi.transfer.$get()))

const numbers = {
  discountPercent: { label: 'Descuento (%)', hint: 'Sobre el precio de cada unidad.' },
  holdHours: { label: 'Horas de espera', hint: 'Cuánto se apartan los productos: de 24 a 72.' },
  maxOpenOrders: { label: 'Órdenes a la vez', hint: 'Cuántas puede tener sin pagar cada cuenta.' },
} as const
type NumberField = keyof typeof numbers
const fields = Object.keys(numbers) as NumberField[]

const offered =
  'Quien compra transfiere a la cuenta bancaria de arriba; la orden se paga cuando alguien anota el movimiento.'
const accountIsMissing = 'Falta la cuenta bancaria: sin ella no se ofrece, aunque esté encendido.'

export function TransferSettingsPart({ mayChange }: Props) {
  return (
    <Loaded query={useQuery(transferQuery)} what="el pago por transferencia" look="h-64">
      {(settings) => <TransferForm settings={settings} mayChange={mayChange} />}
    </Loaded>
  )
}

type Typed = Partial<Record<NumberField, string>>

/** Keeps only what was typed or turned, so that settings saved elsewhere show at once. */
function useTransferEntry(settings: TransferSettings) {
  const queryClient = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const [typed, setTyped] = useState<Typed>({})
  const [turned, setTurned] = useState<boolean>()
  const textOf = (field: NumberField) => typed[field] ?? String(settings[field])
  const numberOf = (field: NumberField) => (textOf(field).trim() === '' ? Number.NaN : Number(textOf(field)))
  const entry = {
    isOn: turned ?? settings.isOn,
    ...(Object.fromEntries(fields.map((field) => [field, numberOf(field)])) as Record<NumberField, number>),
  }
  const saving = useMutation({
    mutationFn: () => answered(panelApi.transfer.$post({ json: { revision: settings.revision, ...entry } })),
    onSuccess: async (now) => {
      toastSuccess('Pago por transferencia guardado!')
      setTyped({})
      setTurned(undefined)
      queryClient.setQueryData(transferQuery.queryKey, now)
      await queryClient.invalidateQueries({ queryKey: queryKeys.shop })
    },
    onError: (error) => focusFirst(form.current, refusedFields(error)),
  })
  const isChanged = entry.isOn !== settings.isOn || fields.some((field) => entry[field] !== settings[field])
  const type = (field: NumberField, text: string) => {
    setTyped({ ...typed, [field]: text })
    saving.reset()
  }
  return { form, entry, textOf, type, turn: setTurned, saving, isChanged }
}

function TransferForm({ settings, mayChange }: Props & { settings: TransferSettings }) {
  const { form, entry, textOf, type, turn, saving, isChanged } = useTransferEntry(settings)
  const problems = refusedFields(saving.error)
  return (
    <SettingsPart
      ref={form}
      title="Pago por transferencia"
      about={settings.hasAccount ? offered : accountIsMissing}
      mayChange={mayChange}
      isChanged={isChanged}
      busy={saving.isPending}
      refusal={Object.keys(problems).length === 0 && saving.error}
      onSave={() => saving.mutate()}
    >
      <label className="flex min-h-12 items-center gap-3 sm:col-span-2">
        <input
          type="checkbox"
          name="isOn"
          className="size-5 shrink-0 accent-violet"
          checked={entry.isOn}
          onChange={(event) => turn(event.target.checked)}
        />
        Ofrecer el pago por transferencia
      </label>
      {fields.map((field) => (
        <Field
          key={field}
          name={field}
          type="number"
          inputMode="numeric"
          {...transferLimits[field]}
          {...numbers[field]}
          value={textOf(field)}
          error={problems[field]}
          onChange={(event) => type(field, event.target.value)}
        />
      ))}
    </SettingsPart>
  )
}
