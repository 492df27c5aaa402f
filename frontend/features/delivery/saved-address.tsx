import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import {
  type Address,
  type AddressField,
  addressFieldNames,
  addressLine,
  addressProblems,
  blankAddress,
  tidyAddress,
} from '#backend/domain/address.limits.ts'
import type { User } from '#frontend/api.ts'
import { refusedFields } from '#frontend/api-error.ts'
import { textsOf, useFormDraft } from '#frontend/form-draft.ts'
import { Button } from '#frontend/ui/button.tsx'
import { Card } from '#frontend/ui/card.tsx'
import { focusFirst } from '#frontend/ui/form/focus-first.ts'
import { toastSuccess } from '#frontend/ui/notice/toast.ts'
import { Refusal } from '#frontend/ui/refusal.tsx'
import { AddressFields } from './address-fields.tsx'
import { addressQuery, useSaveAddress } from './delivery.queries.ts'

export function SavedAddress({ user }: { user: User }) {
  const { data: saved, error } = useQuery(addressQuery(user.id))
  const [typed, type] = useFormDraft('address', readAddress)
  const edit = () => type(saved ?? { ...blankAddress, recipient: user.name })
  return (
    <Card id="address" title="Dirección de envío" className="mt-6">
      {saved === undefined && !error && (
        <div role="status" aria-label="Cargando la dirección" className="shimmer mt-4 h-11" />
      )}
      {saved !== undefined && typed && <AddressForm userId={user.id} typed={typed} onType={type} />}
      {saved !== undefined && !typed && <Shown user={user} saved={saved} onEdit={edit} />}
      <Refusal of={error} className="mt-3" />
    </Card>
  )
}

type Saved = { user: User; saved: Address | null }

function Shown({ user, saved, onEdit }: Saved & { onEdit: () => void }) {
  const removing = useSaveAddress(user.id)
  const remove = () => removing.mutate(null, { onSuccess: () => toastSuccess('¡Dirección eliminada!') })
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-4">
      {saved ? (
        <p className="min-w-0 break-words">
          <span className="block font-medium">{saved.recipient}</span>
          {addressLine(saved)}
          <span className="block text-muted">{saved.phone}</span>
        </p>
      ) : (
        <p className="text-muted">No guardás ninguna. Podés guardarla acá o al comprar con envío.</p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button look="outline" onClick={onEdit}>
          {saved ? 'Cambiar la dirección' : 'Agregar una dirección'}
        </Button>
        {saved && (
          <Button look="danger" busy={removing.isPending} onClick={remove}>
            Eliminar la dirección
          </Button>
        )}
      </div>
      <Refusal of={removing.error} />
    </div>
  )
}

type FormProps = { userId: number; typed: Address; onType: (address: Address | null) => void }

function AddressForm({ userId, typed, onType }: FormProps) {
  const { form, problems, type, save, saving } = useAddressForm(userId, typed, onType)
  return (
    <form ref={form} onSubmit={save} noValidate className="mt-5 flex flex-col gap-5">
      <AddressFields address={typed} problems={problems} onType={type} />
      <Refusal of={Object.keys(problems).length === 0 && saving.error} role="alert" />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={saving.isPending}>
          Guardar la dirección
        </Button>
        <Button look="quiet" onClick={() => onType(null)}>
          Cancelar
        </Button>
      </div>
    </form>
  )
}

function useAddressForm(userId: number, typed: Address, onType: FormProps['onType']) {
  const form = useRef<HTMLFormElement>(null)
  const [problems, setProblems] = useState<Partial<Address>>({})
  const saving = useSaveAddress(userId)
  const saved = () => {
    toastSuccess('¡Dirección guardada!')
    onType(null)
  }
  const refused = (error: Error) => focusFirst(form.current, refusedFields(error, 'address.'))
  const save = (event: FormEvent) => {
    event.preventDefault()
    const found = addressProblems(typed)
    setProblems(found)
    if (Object.keys(found).length > 0) focusFirst(form.current, found)
    else saving.mutate(tidyAddress(typed), { onSuccess: saved, onError: refused })
  }
  const type = (field: AddressField, text: string) => {
    onType({ ...typed, [field]: text })
    setProblems({ ...problems, [field]: undefined })
  }
  return { form, problems: { ...refusedFields(saving.error, 'address.'), ...problems }, type, save, saving }
}

function readAddress(stored: unknown): Address | null {
  return stored ? { ...blankAddress, ...textsOf(stored, addressFieldNames) } : null
}
