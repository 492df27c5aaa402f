// The address that the account keeps: shown, changed and removed in the profile.
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import {
  type Address,
  type AddressField,
  addressLine,
  addressProblems,
  blankAddress,
  tidyAddress,
} from '#backend/domain/address.limits.ts'
import type { User } from '#frontend/api.ts'
import { messageOf } from '#frontend/api-error.ts'
import { Button } from '#frontend/ui/button.tsx'
import { toastSuccess } from '#frontend/ui/toast.ts'
import { AddressFields } from './address-fields.tsx'
import { focusFirstOf, refusedOf } from './address-problems.ts'
import { addressQuery, useKeepAddress } from './delivery.queries.ts'

/** 'Dirección de envío'. */
export function KeptAddress({ user }: { user: User }) {
  const { data: kept, error } = useQuery(addressQuery(user.id))
  const [isEditing, setEditing] = useState(false)
  return (
    <section aria-labelledby="address" className="cut-lg mt-6 border border-line bg-surface p-6">
      <h2 id="address" className="text-xl font-semibold">
        Dirección de envío
      </h2>
      {kept === undefined && !error && (
        <div role="status" aria-label="Cargando la dirección" className="shimmer mt-4 h-11" />
      )}
      {kept !== undefined && isEditing && <AddressForm user={user} kept={kept} onEnd={() => setEditing(false)} />}
      {kept !== undefined && !isEditing && <Shown user={user} kept={kept} onEdit={() => setEditing(true)} />}
      <p role="status" className="mt-3 text-sm text-bad empty:hidden">
        {error && messageOf(error)}
      </p>
    </section>
  )
}

type Kept = { user: User; kept: Address | null }

function Shown({ user, kept, onEdit }: Kept & { onEdit: () => void }) {
  const removing = useKeepAddress(user.id)
  const remove = () => removing.mutate(null, { onSuccess: () => toastSuccess('¡Dirección eliminada!') })
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-4">
      {kept ? (
        <p className="min-w-0 break-words">
          <span className="block font-medium">{kept.recipient}</span>
          {addressLine(kept)}
          <span className="block text-muted">{kept.phone}</span>
        </p>
      ) : (
        <p className="text-muted">No guardás ninguna. Podés guardarla acá o al comprar con envío.</p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button look="outline" onClick={onEdit}>
          {kept ? 'Cambiar la dirección' : 'Agregar una dirección'}
        </Button>
        {kept && (
          <Button look="danger" busy={removing.isPending} onClick={remove}>
            Eliminar la dirección
          </Button>
        )}
      </div>
      <p role="status" className="text-sm text-bad empty:hidden">
        {removing.error && messageOf(removing.error)}
      </p>
    </div>
  )
}

function AddressForm({ user, kept, onEnd }: Kept & { onEnd: () => void }) {
  const { form, address, problems, type, save, keeping } = useAddressForm({ user, kept }, onEnd)
  return (
    <form ref={form} onSubmit={save} noValidate className="mt-5 flex flex-col gap-5">
      <AddressFields address={address} problems={problems} onType={type} />
      <p role="alert" className="text-bad empty:hidden">
        {keeping.error && Object.keys(problems).length === 0 && messageOf(keeping.error)}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={keeping.isPending}>
          Guardar la dirección
        </Button>
        <Button look="quiet" onClick={onEnd}>
          Cancelar
        </Button>
      </div>
    </form>
  )
}

function useAddressForm({ user, kept }: Kept, onEnd: () => void) {
  const form = useRef<HTMLFormElement>(null)
  const [address, setAddress] = useState<Address>(kept ?? { ...blankAddress, recipient: user.name })
  const [problems, setProblems] = useState<Partial<Address>>({})
  const keeping = useKeepAddress(user.id)
  const saved = () => {
    toastSuccess('¡Dirección guardada!')
    onEnd()
  }
  const save = (event: FormEvent) => {
    event.preventDefault()
    const found = addressProblems(address)
    setProblems(found)
    if (Object.keys(found).length > 0) focusFirstOf(form.current, found)
    else keeping.mutate(tidyAddress(address), { onSuccess: saved })
  }
  const type = (field: AddressField, text: string) => {
    setAddress({ ...address, [field]: text })
    setProblems({ ...problems, [field]: undefined })
  }
  return { form, address, problems: { ...refusedOf(keeping.error, 'address'), ...problems }, type, save, keeping }
}
