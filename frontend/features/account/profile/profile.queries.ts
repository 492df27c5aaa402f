import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { answered, type User, userApi } from '#frontend/api.ts'
import { hasCode } from '#frontend/api-error.ts'
import { queryKeys } from '#frontend/query-keys.ts'
import { dropSession } from '#frontend/session.ts'
import { forgetEverything } from '#frontend/storage.ts'
import { notifyTabs } from '#frontend/tabs.ts'
import { notify } from '#frontend/ui/notice/notice.ts'
import { toastSuccess } from '#frontend/ui/notice/toast.ts'
import { saveFile } from '#frontend/ui/save-file.ts'

export type ProfileChange = { name: string; image: File | null }

/**
 * Uploads the picture, then saves its address and the name together. An upload failure alerts and saves nothing.
 * `refused`: focuses the faulty input before the alert, which returns the focus there.
 */
export function useChangeProfile(user: User, refused: (error: unknown) => void) {
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

export function useTakeData(userId: number) {
  return useMutation({
    mutationFn: () => answered(userApi[':id'].data.$get({ param: { id: String(userId) } })),
    onSuccess: (data) =>
      saveFile('mis-datos-gamertech.json', new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' })),
  })
}

/**
 * Erases the account and signs out all tabs. `confirmation`: the password, or the fixed word for accounts without
 * one; `leave`: goes to a screen that needs no account.
 */
export function useEraseAccount(userId: number, leave: () => Promise<void>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (confirmation: string) => answered(userApi.erase.$post({ json: { userId, confirmation } })),
    // A callback of the mutation itself, because the screen disappears with the session.
    onSuccess: () => {
      forgetEverything()
      dropSession(queryClient, false)
      notifyTabs('session')
      notify({ text: 'Tu cuenta fue eliminada. Gracias por haber comprado con nosotros.' })
      return leave()
    },
  })
}
