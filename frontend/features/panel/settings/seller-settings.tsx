// Two parts of the section Ajustes: the seller, and the bank account.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { formatCuit } from '#backend/domain/official-numbers.limits.ts'
import {
  accountFields,
  accountOf,
  detailFields,
  detailsOf,
  type SellerField,
  sellerFields,
  sellerProblem,
  tidy,
} from '#backend/domain/seller/seller.limits.ts'
import { answered, panelApi, type SellerSettings } from '#frontend/api.ts'
import { refusedFields } from '#frontend/api-error.ts'
import { Loaded } from '#frontend/features/panel/loaded.tsx'
import { panelQuery } from '#frontend/features/panel/panel-query.ts'
import { queryKeys } from '#frontend/query-keys.ts'
import { Field } from '#frontend/ui/form/field.tsx'
import { focusFirst } from '#frontend/ui/form/focus-first.ts'
import { toastSuccess } from '#frontend/ui/notice/toast.ts'
import { SettingsPart } from './settings-part.tsx'

type Props = { mayChange: boolean }
type FormProps = Props & { settings: SellerSettings }
type Problems = Partial<Record<string, string>>

const sellerQuery = panelQuery('seller', {}, () => answered(panelApi.seller.$get()))

export function SellerSettingsParts({ mayChange }: Props) {
  return (
    <Loaded query={useQuery(sellerQuery)} what="quién vende" look="h-96">
      {(settings) => (
        <>
          <DetailsForm settings={settings} mayChange={mayChange} />
          <AccountForm settings={settings} mayChange={mayChange} />
        </>
      )}
    </Loaded>
  )
}

function DetailsForm({ settings, mayChange }: FormProps) {
  const part = usePart(detailFields, settings, 'Datos de quien vende guardados!', (entry) =>
    answered(panelApi.seller.$post({ json: { revision: settings.revision, ...detailsOf(entry) } })),
  )
  return (
    <SettingsPart
      title="Quién vende"
      about="Se ve al pie de cada página, en los productos, en las órdenes y en los correos. Cada orden conserva los datos del momento en que se hizo."
      mayChange={mayChange}
      {...part.form}
    >
      {part.fields}
    </SettingsPart>
  )
}

function AccountForm({ settings, mayChange }: FormProps) {
  const [superAdminKey, setKey] = useState('')
  const part = usePart(accountFields, settings, 'Cuenta bancaria guardada!', (entry) => {
    setKey('')
    const key = superAdminKey === '' ? {} : { superAdminKey }
    return answered(
      panelApi.seller.account.$post({ json: { revision: settings.revision, ...accountOf(entry), ...key } }),
    )
  })
  return (
    <SettingsPart
      title="Cuenta bancaria"
      about="Adonde transfieren quienes pagan por transferencia. Cambiarla pide la clave superAdmin, y se avisa por correo a toda la administración."
      mayChange={mayChange}
      {...part.form}
    >
      {part.fields}
      {mayChange && (
        <Field
          label="Clave superAdmin"
          type="password"
          name="superAdminKey"
          maxLength={200}
          value={superAdminKey}
          onChange={(event) => setKey(event.target.value)}
        />
      )}
    </SettingsPart>
  )
}

/** Keeps only what was typed, so that a part saved elsewhere shows at once. */
function usePart(
  own: Partial<Record<SellerField, unknown>>,
  settings: SellerSettings,
  saved: string,
  save: (entry: SellerSettings) => Promise<SellerSettings>,
) {
  const form = useRef<HTMLFormElement>(null)
  const [typed, setTyped] = useState<Partial<SellerSettings>>({})
  const [wrong, setWrong] = useState<Problems>({})
  const saving = useSaving(save, () => {
    toastSuccess(saved)
    setTyped({})
  })
  const entry = { ...settings, ...typed }
  const fields = Object.keys(own) as SellerField[]
  const refused = refusedFields(saving.error)
  const onSave = () => {
    const found = problemsOf(fields, entry)
    setWrong(found)
    if (Object.keys(found).length === 0) return saving.mutate(entry)
    focusFirst(form.current, found)
  }
  const onType = (field: SellerField, text: string) => {
    setTyped({ ...typed, [field]: text })
    setWrong({})
    saving.reset()
  }
  return {
    form: {
      ...{ ref: form, onSave, busy: saving.isPending },
      isChanged: fields.some((field) => tidy(field, entry[field]) !== settings[field]),
      refusal: saving.error && Object.keys(refused).length === 0 && saving.error,
    },
    fields: <Fields fields={fields} entry={entry} problems={{ ...refused, ...wrong }} onType={onType} />,
  }
}

function useSaving(save: (entry: SellerSettings) => Promise<SellerSettings>, onSaved: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: save,
    onSuccess: async (now) => {
      onSaved()
      queryClient.setQueryData(sellerQuery.queryKey, now)
      await queryClient.invalidateQueries({ queryKey: queryKeys.shop })
    },
  })
}

function problemsOf(fields: readonly SellerField[], entry: SellerSettings): Problems {
  const told = fields.map((field) => [field, sellerProblem(field, tidy(field, entry[field]))] as const)
  return Object.fromEntries(told.filter(([, problem]) => problem !== undefined))
}

type FieldsProps = {
  fields: readonly SellerField[]
  entry: SellerSettings
  problems: Problems
  onType: (field: SellerField, text: string) => void
}

function Fields({ fields, entry, problems, onType }: FieldsProps) {
  return fields.map((field) => (
    <Field
      key={field}
      name={field}
      label={sellerFields[field].label}
      hint={sellerFields[field].hint}
      maxLength={sellerFields[field].max}
      value={field === 'cuit' ? formatCuit(entry[field]) : entry[field]}
      error={problems[field]}
      onChange={(event) => onType(field, event.target.value)}
    />
  ))
}
