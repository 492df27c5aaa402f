import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Star } from 'lucide-react'
import { type FormEvent, type Ref, useRef, useState } from 'react'
import { longestComment } from '#backend/domain/review/review.limits.ts'
import { answered, productApi } from '#frontend/api.ts'
import { messageOf } from '#frontend/api-error.ts'
import { useFormDraft } from '#frontend/form-draft.ts'
import { queryKeys } from '#frontend/query-keys.ts'
import { Button } from '#frontend/ui/button.tsx'
import { FieldMessage, TextArea } from '#frontend/ui/form/field.tsx'
import { toastSuccess } from '#frontend/ui/notice/toast.ts'

const NO_COMMENT = 'Debes dejar un comentario!'
const NO_SCORE = 'Debes seleccionar un puntaje!'

type Props = { userId: number | null; productId: number; onNobody: () => void; onDone: () => void }

/** Needs both comment and score. Keeps the input after a refusal and during a sign-in. */
export function ReviewForm(props: Props) {
  const { written, write, problem, refusal, comment, stars, isPosting, submit } = useReviewForm(props)
  const isMissing = problem === NO_COMMENT
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-6">
      <div>
        <StarInput ref={stars} score={written.score} onScore={(score) => write({ score })} describedBy="score-error" />
        <FieldMessage id="score-error" text={problem === NO_SCORE ? problem : undefined} />
      </div>
      <TextArea
        id="comment"
        label="Comentario"
        ref={comment}
        rows={6}
        maxLength={longestComment}
        value={written.text}
        onChange={(event) => write({ text: event.target.value })}
        error={isMissing ? problem : refusal}
        aria-invalid={isMissing || undefined}
        placeholder="¿Qué te gustó? ¿Qué le avisarías a quien esté por comprarlo?"
        className="resize-y leading-relaxed"
      />
      <Button type="submit" busy={isPosting} className="min-h-12 self-start px-8">
        Enviar reseña
      </Button>
    </form>
  )
}

function useReviewForm({ userId, productId, onNobody, onDone }: Props) {
  const [written, write] = useReviewDraft(productId)
  const [tried, setTried] = useState(false)
  const comment = useRef<HTMLTextAreaElement>(null)
  const stars = useRef<HTMLInputElement>(null)
  const posting = usePostReview()
  const { score } = written
  const text = written.text.trim()
  const missing = text === '' ? NO_COMMENT : score === 0 ? NO_SCORE : undefined
  const done = () => {
    toastSuccess('Gracias por tu comentario!')
    write({ text: '', score: 0 })
    onDone()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (userId === null) return onNobody()
    setTried(true)
    if (missing) return (missing === NO_COMMENT ? comment : stars).current?.focus()
    posting.mutate({ userId, productId, text, score }, { onSuccess: done })
  }
  const refusal = posting.error ? messageOf(posting.error) : undefined
  const problem = tried ? missing : undefined
  return { written, write, problem, refusal, comment, stars, isPosting: posting.isPending, submit }
}

type Written = { text: string; score: number }

function useReviewDraft(productId: number) {
  const [draft, setDraft] = useFormDraft('review', (stored) => read(stored, productId))
  const written: Written = draft ?? { text: '', score: 0 }
  const write = (change: Partial<Written>) => setDraft({ productId, ...written, ...change })
  return [written, write] as const
}

function read(raw: unknown, productId: number): (Written & { productId: number }) | null {
  const { productId: of, text, score } = (raw ?? {}) as Record<string, unknown>
  if (of !== productId || typeof text !== 'string') return null
  return { productId, text, score: [1, 2, 3, 4, 5].includes(Number(score)) ? Number(score) : 0 }
}

type NewReview = { userId: number; productId: number; text: string; score: number }

function usePostReview() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ userId, productId, text, score }: NewReview) =>
      answered(
        productApi.addreviewscore.$post({
          json: { textReview: { userId, mensaje: text }, score: { userId, score }, productId },
        }),
      ),
    onSuccess: (product) => {
      queryClient.setQueryData(queryKeys.product(product.id), product)
      queryClient.removeQueries({ queryKey: queryKeys.reviews.of(product.id) })
      return queryClient.invalidateQueries({ queryKey: queryKeys.catalogue.all })
    },
  })
}

const words = ['', 'Malo', 'Regular', 'Bueno', 'Muy bueno', 'Excelente']
type StarsProps = { score: number; onScore: (score: number) => void; describedBy: string; ref: Ref<HTMLInputElement> }

/** Radio group drawn as stars; 0 means nothing chosen. */
function StarInput({ score, onScore, describedBy, ref }: StarsProps) {
  const [hovered, setHovered] = useState(0)
  const lit = hovered || score
  return (
    <fieldset aria-describedby={describedBy}>
      <legend className="mb-2 text-sm font-medium text-muted">Puntaje</legend>
      <div className="flex flex-wrap items-center gap-x-4">
        <div className="flex" onPointerLeave={() => setHovered(0)}>
          {[1, 2, 3, 4, 5].map((stars) => (
            <label
              key={stars}
              onPointerEnter={() => setHovered(stars)}
              className="grid size-12 cursor-pointer place-items-center rounded-lg has-focus-visible:outline-2 has-focus-visible:outline-cyan"
            >
              <input
                ref={stars === 1 ? ref : undefined}
                type="radio"
                name="score"
                value={stars}
                checked={score === stars}
                onChange={() => onScore(stars)}
                className="sr-only"
                aria-label={`${stars} ${stars === 1 ? 'estrella' : 'estrellas'}: ${words[stars]}`}
              />
              <Star
                className={`size-9 transition ${stars <= lit ? 'scale-105 fill-star text-star' : 'fill-raised text-edge'}`}
              />
            </label>
          ))}
        </div>
        <span className="font-display font-semibold text-warn" aria-hidden>
          {words[lit]}
        </span>
      </div>
    </fieldset>
  )
}
