import { useMutation, useQueryClient } from '@tanstack/react-query'
import { answered, userApi } from '#frontend/api.ts'
import { RESET_SENT } from '#frontend/messages.es.ts'
import { queryKeys } from '#frontend/query-keys.ts'
import { resetSignIn } from '#frontend/session.ts'
import { notifyTabs } from '#frontend/tabs.ts'
import { notify } from '#frontend/ui/notice/notice.ts'

/** Shows the same alert whether or not the e-mail has an account. */
export function useAskForReset() {
  return useMutation({
    mutationFn: (email: string) => answered(userApi.passwordreset.$post({ json: { email: email.trim() } })),
    onSuccess: () => notify({ text: RESET_SENT }),
  })
}

export function useSetPassword() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (entry: { token: string; password: string }) => answered(userApi.setpassword.$post({ json: entry })),
    onSuccess: () => {
      resetSignIn()
      notifyTabs('session')
      return queryClient.invalidateQueries({ queryKey: queryKeys.session })
    },
  })
}
