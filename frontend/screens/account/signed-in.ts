import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { isStaff } from '#backend/domain/user/roles.limits.ts'
import { safeRedirect } from '#backend/domain/user/safe-redirect.limits.ts'
import type { SignedIn } from '#frontend/api.ts'
import { mergeLocalCart } from '#frontend/features/cart/cart.queries.ts'
import { queryKeys } from '#frontend/query-keys.ts'
import { beginSession, sessionQuery } from '#frontend/session.ts'
import { toastNotice, toastSuccess } from '#frontend/ui/notice/toast.ts'

/** Returns a function that shows `greeting` and goes to `target`; else staff go to the panel, others to /home. */
export function useSignedIn() {
  const queryClient = useQueryClient()
  const router = useRouter()
  const nameOf = (id: number) => queryClient.getQueryData(queryKeys.product(id))?.name ?? `Producto Nº ${id}`
  return async ({ user, marcaTiempoLogin }: SignedIn, greeting: string, target: string | undefined): Promise<void> => {
    // Finishes an older session query first; its "nobody" would overwrite the person.
    await queryClient.ensureQueryData(sessionQuery).catch(() => undefined)
    beginSession(queryClient, user, marcaTiempoLogin)
    const merged = await mergeLocalCart(queryClient, user.id)
    const dropped = merged?.dropped ?? []
    toastSuccess(greeting)
    if (merged?.isAddedTo)
      toastNotice('Sumamos lo que habías elegido a tu carrito', 'Ya tenía productos: revisá las cantidades.')
    if (dropped.length > 0) {
      const isFull = dropped.some(({ reason }) => reason === 'full')
      toastNotice(
        isFull
          ? 'Tu carrito está completo: algunos productos no pasaron a él'
          : 'Algunos productos ya no se venden y no pasaron a tu carrito',
        dropped.map(({ id }) => nameOf(id)).join(', '),
      )
    }
    const own = safeRedirect(target)
    router.history.push(own ?? (isStaff(user) ? '/controlPanel' : '/home'))
  }
}
