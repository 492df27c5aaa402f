import { useMutation } from '@tanstack/react-query'
import type { ContactMessage } from '#backend/domain/mail/contact.limits.ts'
import { answered, mailApi } from '#frontend/api.ts'

export function useSendMessage() {
  return useMutation({
    mutationFn: (message: ContactMessage) =>
      answered(mailApi.index.$post({ json: { template: 'contact', ...message } })),
  })
}
