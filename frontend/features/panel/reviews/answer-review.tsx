// The shop's answer to a review: publish, change or withdraw it.
import { type FormEvent, type RefObject, useRef, useState } from 'react'
import { longestAnswer } from '#backend/domain/review/review.limits.ts'
import type { Review } from '#frontend/api.ts'
import { fieldErrorOf, hasCode } from '#frontend/api-error.ts'
import { FormButtons } from '#frontend/features/panel/form/form-buttons.tsx'
import { PanelModal } from '#frontend/features/panel/form/panel-modal.tsx'
import { Button } from '#frontend/ui/button.tsx'
import { Stars } from '#frontend/ui/figures/stars.tsx'
import { TextArea } from '#frontend/ui/form/field.tsx'
import { Refusal } from '#frontend/ui/refusal.tsx'
import { authorOf } from './deleting.tsx'
import { useAnswerReview } from './reviewed.queries.ts'

/** `review`: as it is now, also while the dialog is open. */
type Props = { productId: number; review: Review; onClose: () => void }

export function AnswerReview({ productId, review, onClose }: Props) {
  const field = useRef<HTMLTextAreaElement>(null)
  const of = { productId, review, onClose }
  const { text, write, shown, isChanged, answering, error, submit, withdraw } = useAnswering(of, field)
  const { isPending } = answering
  return (
    <PanelModal
      title={`${review.answer ? 'Editar la respuesta' : 'Responder'} a ${authorOf(review)}`}
      isNarrow
      onClose={onClose}
    >
      <form onSubmit={submit} noValidate className="flex flex-col gap-5">
        <Quote review={shown} withAnswer={isChanged} />
        <div>
          <TextArea
            id="answer"
            ref={field}
            label="Respuesta"
            rows={5}
            maxLength={longestAnswer}
            value={text}
            onChange={(event) => write(event.target.value)}
            error={error}
            className="resize-y leading-relaxed"
          />
          <Limits length={text.length} />
        </div>
        <Refusal of={error ? null : answering.error} role="alert" />
        {review.answer && (
          <Button look="danger" disabled={isPending} onClick={withdraw} className="self-start">
            Retirar la respuesta
          </Button>
        )}
        <FormButtons confirm={{ label: 'Publicar respuesta' }} busy={isPending} onClose={onClose} />
      </form>
    </PanelModal>
  )
}

function Limits({ length }: { length: number }) {
  return (
    <p className="mt-2 flex justify-between gap-4 text-sm text-muted">
      <span>La ve todo el mundo y queda aunque se borre la cuenta: no nombres a nadie.</span>
      <span className="shrink-0 tabular-nums" aria-hidden>
        {length} / {longestAnswer}
      </span>
    </p>
  )
}

/** After a conflict the next try is about the review as it became. */
function useAnswering({ productId, review, onClose }: Props, field: RefObject<HTMLTextAreaElement | null>) {
  const [seen, setSeen] = useState(review)
  const [text, setText] = useState(review.answer?.text ?? '')
  const [complaint, setComplaint] = useState<string>()
  const answering = useAnswerReview(productId)
  const isChanged = hasCode(answering.error, 'review_changed')
  const shown = isChanged ? review : seen
  const send = (answer: string | null) => {
    setSeen(shown)
    answering.mutate({ answer, seen: shown }, { onSuccess: onClose })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (answering.isPending) return
    const isEmpty = text.trim() === ''
    setComplaint(isEmpty ? 'Escribí la respuesta.' : undefined)
    if (isEmpty) field.current?.focus()
    else send(text.trim())
  }
  const write = (next: string) => {
    setComplaint(undefined)
    setText(next)
  }
  const naming = hasCode(answering.error, 'answer_names_author') ? answering.error.message : undefined
  const error = complaint ?? fieldErrorOf(answering.error, 'answer') ?? naming
  return { text, write, shown, isChanged, answering, error, submit, withdraw: () => send(null) }
}

/** `withAnswer`: also the published one, which is not the one in the field. */
function Quote({ review: { score, text, answer }, withAnswer }: { review: Review; withAnswer: boolean }) {
  return (
    <div className="flex max-h-44 flex-col gap-3 overflow-y-auto">
      <blockquote className="border-l-2 border-line pl-4">
        <Stars score={score} />
        <p className="mt-1 leading-relaxed whitespace-pre-line wrap-anywhere">{text}</p>
      </blockquote>
      {withAnswer && answer && (
        <p className="border-l-2 border-violet pl-4 text-sm leading-relaxed whitespace-pre-line wrap-anywhere">
          <span className="text-muted">Respuesta publicada: </span>
          {answer.text}
        </p>
      )}
    </div>
  )
}
