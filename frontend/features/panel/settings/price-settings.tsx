// A part of the section Ajustes: how prices and reductions are shown.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { daysBeforePercentLimits } from '#backend/domain/price-settings/price-settings.limits.ts'
import { answered, type PriceSettingsView, panelApi } from '#frontend/api.ts'
import { refusedFields } from '#frontend/api-error.ts'
import { Loaded } from '#frontend/features/panel/loaded.tsx'
import { panelQuery } from '#frontend/features/panel/panel-query.ts'
import { queryKeys } from '#frontend/query-keys.ts'
import { Field, FieldFrame, inputLook } from '#frontend/ui/form/field.tsx'
import { toastSuccess } from '#frontend/ui/notice/toast.ts'
import { SettingsPart } from './settings-part.tsx'

type Props = { mayChange: boolean }
type Typed = { netPriceSize?: string; announcesReductions?: string; daysBeforePercent?: string }

const pricesQuery = panelQuery('price-settings', {}, () => answered(panelApi.prices.$get()))

export function PriceSettingsPart({ mayChange }: Props) {
  return (
    <Loaded query={useQuery(pricesQuery)} what="los ajustes de precios" look="h-72">
      {(settings) => <PriceForm settings={settings} mayChange={mayChange} />}
    </Loaded>
  )
}

function PriceForm({ settings, mayChange }: Props & { settings: PriceSettingsView }) {
  const [typed, setTyped] = useState<Typed>({})
  const saving = useSaving(() => setTyped({}))
  const entry = { ...textsOf(settings), ...typed }
  const wanted = settingsOf(entry, settings)
  const refused = refusedFields(saving.error)
  const onType = (part: Typed) => {
    setTyped({ ...typed, ...part })
    saving.reset()
  }
  return (
    <SettingsPart
      title="Precios"
      about="Una rebaja se anuncia con el precio más bajo de los 30 días anteriores, nunca con otro. Un cambio se ve enseguida en toda la tienda."
      mayChange={mayChange}
      isChanged={JSON.stringify(wanted) !== JSON.stringify(settings)}
      busy={saving.isPending}
      refusal={saving.error && Object.keys(refused).length === 0 && saving.error}
      onSave={() => saving.mutate(wanted)}
    >
      <Inputs entry={entry} wrongDays={refused.daysBeforePercent} onType={onType} />
    </SettingsPart>
  )
}

type InputsProps = { entry: Required<Typed>; wrongDays: string | undefined; onType: (part: Typed) => void }

function Inputs({ entry, wrongDays, onType }: InputsProps) {
  return (
    <>
      <Choice
        label="Precio sin impuestos nacionales"
        value={entry.netPriceSize}
        onChange={(netPriceSize) => onType({ netPriceSize })}
      >
        <option value="smaller">Más chico que el precio final</option>
        <option value="same">Del mismo tamaño</option>
      </Choice>
      <Choice
        label="Rebajas"
        value={entry.announcesReductions}
        onChange={(announcesReductions) => onType({ announcesReductions })}
      >
        <option value="yes">Se anuncian con el precio de antes</option>
        <option value="no">No se anuncian</option>
      </Choice>
      <Field
        label="Días a la venta antes de mostrar un porcentaje"
        hint={`De ${daysBeforePercentLimits.min} a ${daysBeforePercentLimits.max}.`}
        inputMode="numeric"
        name="daysBeforePercent"
        value={entry.daysBeforePercent}
        error={wrongDays}
        onChange={(event) => onType({ daysBeforePercent: event.target.value })}
      />
    </>
  )
}

function textsOf({ netPriceSize, announcesReductions, daysBeforePercent }: PriceSettingsView): Required<Typed> {
  const days = String(daysBeforePercent)
  return { netPriceSize, announcesReductions: announcesReductions ? 'yes' : 'no', daysBeforePercent: days }
}

/** The shop refuses a text that is no number, and names the field. */
function settingsOf(entry: Required<Typed>, seen: PriceSettingsView): PriceSettingsView {
  const isNumber = /^\d{1,3}$/.test(entry.daysBeforePercent.trim())
  return {
    netPriceSize: entry.netPriceSize === 'same' ? 'same' : 'smaller',
    announcesReductions: entry.announcesReductions === 'yes',
    daysBeforePercent: isNumber ? Number(entry.daysBeforePercent) : Number.MAX_SAFE_INTEGER,
    revision: seen.revision,
  }
}

function useSaving(onSaved: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (json: PriceSettingsView) => answered(panelApi.prices.$post({ json })),
    onSuccess: async (now) => {
      toastSuccess('Ajustes de precios guardados!')
      onSaved()
      queryClient.setQueryData(pricesQuery.queryKey, now)
      const shown = [queryKeys.catalogue.all, queryKeys.products]
      await Promise.all(shown.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
    },
  })
}

type ChoiceProps = { label: string; value: string; onChange: (value: string) => void; children: ReactNode }

function Choice({ label, value, onChange, children }: ChoiceProps) {
  const id = useId()
  return (
    <FieldFrame id={id} label={label}>
      <select id={id} value={value} onChange={(event) => onChange(event.target.value)} className={inputLook}>
        {children}
      </select>
    </FieldFrame>
  )
}
