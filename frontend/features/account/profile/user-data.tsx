// 'Informacion del usuario': name, e-mail and picture. Either button saves both forms, so that no input is lost.

import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { ImageUp } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { pictureMaxBytes, pictureTypes } from '#backend/domain/product/gallery.limits.ts'
import { registrationFields } from '#backend/domain/user/user.limits.ts'
import { answered, type User, userApi } from '#frontend/api.ts'
import { hasCode, refusedFields } from '#frontend/api-error.ts'
import { useFormDraft } from '#frontend/form-draft.ts'
import { queryKeys } from '#frontend/query-keys.ts'
import { notifyTabs } from '#frontend/tabs.ts'
import { Button } from '#frontend/ui/button.tsx'
import { Card } from '#frontend/ui/card.tsx'
import { Field } from '#frontend/ui/form/field.tsx'
import { FileField } from '#frontend/ui/form/file-field.tsx'
import { focusFirst } from '#frontend/ui/form/focus-first.ts'
import { notify } from '#frontend/ui/notice/notice.ts'
import { toastSuccess } from '#frontend/ui/notice/toast.ts'
import { Refusal } from '#frontend/ui/refusal.tsx'

export function UserData({ user }: { user: User }) {
  const { section, typed, setTyped, setPicked, errors, isSaving, save, saves } = useProfileForm(user)
  return (
    <Card id="data" title="Informacion del usuario" ref={section}>
      <form onSubmit={save} noValidate className="mt-5 flex flex-col gap-5">
        <NameLine user={user} typed={typed} onType={setTyped} error={errors.name} busy={isSaving} />
        <dl>
          <dt className="text-sm text-muted">Email</dt>
          <dd className="font-medium break-words">{user.email}</dd>
        </dl>
      </form>
      {/* Made anew with each picture that is saved, so that its field is empty again. */}
      <form key={saves} onSubmit={save} className="mt-6 flex flex-col items-start gap-4 border-t border-line pt-6">
        <div className="w-full max-w-lg">
          <FileField
            id="image"
            label="Imagen de perfil"
            accept={pictureTypes}
            required
            error={errors.image}
            hint="JPG, PNG, WebP, GIF o AVIF de hasta 5 MB. Se muestra el centro, en un cuadrado."
            onChange={(event) => setPicked(event.target.files?.[0] ?? null)}
          />
        </div>
        <Button type="submit" busy={isSaving} icon={<ImageUp className="size-4.5" />}>
          Subir Imagen
        </Button>
      </form>
      <Refusal of={errors.other} className="mt-4" />
    </Card>
  )
}

/** `typed`: the name being edited, else null. */
function useProfileForm(user: User) {
  const [typed, setTyped] = useFormDraft('name', (stored) => (typeof stored === 'string' ? stored : null))
  const [picked, setPicked] = useState<File | null>(null)
  const [saves, setSaves] = useState(0)
  const [problems, setProblems] = useState<Problems>({})
  const section = useRef<HTMLElement>(null)
  const changing = useChangeProfile(user, (refusal) => focusFirst(section.current, refusedFields(refusal)))
  const { error, isPending: isSaving } = changing
  const save = (event: FormEvent) => {
    event.preventDefault()
    const found = problemsOf(typed, picked)
    setProblems(found)
    if (found.name || found.image) return focusFirst(section.current, found)
    const done = () => {
      setTyped(null)
      setPicked(null)
      setSaves(saves + 1)
    }
    const change = { name: typed === null ? user.name : typed.trim(), image: picked }
    changing.mutate(change, { onSuccess: done })
  }
  const { name, image }: Problems = { ...refusedFields(error), ...problems }
  const other = !name && !image && error
  return { section, typed, setTyped, setPicked, errors: { name, image, other }, isSaving, save, saves }
}

type Problems = { name?: string | undefined; image?: string | undefined }

function problemsOf(typed: string | null, picked: File | null): Problems {
  const isMissing = typed !== null && typed.trim() === ''
  const isTooLarge = picked !== null && picked.size > pictureMaxBytes
  return {
    ...(isMissing && { name: registrationFields.name.missing }),
    ...(isTooLarge && { image: `La imagen supera los ${pictureMaxBytes / 1024 / 1024} MB.` }),
  }
}

type NameProps = {
  user: User
  typed: string | null
  onType: (text: string | null) => void
  error: string | undefined
  busy: boolean
}

/** Shows text until 'Cambiar' is pressed. Closing returns the focus to the button, since the field is gone. */
function NameLine({ user, typed, onType, error, busy }: NameProps) {
  const [wasOpen, setWasOpen] = useState(false)
  const open = () => {
    setWasOpen(true)
    onType(user.name)
  }
  if (typed === null)
    return (
      <div className="flex flex-wrap items-center justify-between gap-4">
        <dl className="min-w-0">
          <dt className="text-sm text-muted">Nombre</dt>
          <dd className="font-medium break-words">{user.name}</dd>
        </dl>
        <Button look="outline" onClick={open} {...{ autoFocus: wasOpen }}>
          Cambiar
        </Button>
      </div>
    )
  return (
    <div className="flex flex-col gap-4">
      <Field
        {...{ id: 'name', label: 'Nombre', autoComplete: 'name', autoFocus: true, error }}
        maxLength={registrationFields.name.max}
        value={typed}
        onChange={(event) => onType(event.target.value)}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy}>
          Modificar
        </Button>
        <Button look="quiet" onClick={() => onType(null)}>
          Cancelar
        </Button>
      </div>
    </div>
  )
}

type ProfileChange = { name: string; image: File | null }

/**
 * Uploads the picture, then saves its address and the name together. An upload failure alerts and saves nothing.
 * `refused`: focuses the faulty input before the alert, which returns the focus there.
 */
function useChangeProfile(user: User, refused: (error: unknown) => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ name, image }: ProfileChange) => {
      const imageUrl = image ? await sendPicture(user.id, image, refused) : user.imageUrl
      const { id, ...seen } = user
      const { user: saved } = await answered(userApi.modifyuser.$post({ json: { id, seen, name, imageUrl } }))
      await showUser(queryClient, saved ?? { ...user, name, imageUrl })
      return { isRenamed: name !== user.name, isPictured: image !== null }
    },
    onError: refused,
    onSuccess: ({ isRenamed, isPictured }) => {
      if (isRenamed && isPictured) toastSuccess('¡Nombre e imagen actualizados!')
      else if (isPictured) toastSuccess('¡Imagen actualizada!')
      else if (isRenamed) toastSuccess('¡Nombre actualizado!')
    },
  })
}

async function sendPicture(userId: number, image: File, refused: (error: unknown) => void): Promise<string> {
  try {
    const sent = answered(userApi[':id'].avatar.$post({ param: { id: String(userId) }, form: { image } }))
    const { imageUrl } = await sent
    return imageUrl
  } catch (error) {
    refused(error)
    // The page of suspended accounts replaces this one.
    if (!hasCode(error, 'user_banned')) notify({ text: 'Error al subir la imagen' })
    throw error
  }
}

async function showUser(queryClient: QueryClient, user: User): Promise<void> {
  await queryClient.cancelQueries({ queryKey: queryKeys.session })
  queryClient.setQueryData(queryKeys.session, (session) => session && { ...session, user })
  notifyTabs('session')
}
