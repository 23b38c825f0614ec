import { text } from '../../platform/language.ts'
import { ReadFailed } from '../../platform/ui/read-failed.tsx'
import { type DeskFilter, isRestricted, readDesk } from './desk-address.ts'

const WORDS = {
  loading: { zh: '正在加载…', en: 'Loading…' },
  failed: { zh: '报警队列加载失败', en: 'The alarm queue could not be loaded' },
  done: { zh: '没有待处理的报警', en: 'No alarms to handle' },
  doneWhy: {
    zh: '车辆产生报警后会出现在这里：打开一行查看经过，选择处理结果后提交，它就从队列中移除。',
    en: 'An alarm of a truck appears here. Open its line to see what happened, choose a result and submit; then it leaves the queue.',
  },
  noneHandled: { zh: '还没有处理过的报警', en: 'No alarm has been handled yet' },
  noMatch: { zh: '没有符合筛选条件的报警', en: 'No alarm matches the filters' },
  showAll: { zh: '清除筛选', en: 'Clear filters' },
} as const

type EmptyQueueProps = {
  readonly query: { readonly isError: boolean; readonly isPending: boolean; readonly refetch: () => unknown }
  readonly filter: DeskFilter
  readonly onChange: (filter: DeskFilter) => void
}

/** In place of lines: why there are none, and how one comes to be. */
export const EmptyQueue = ({ query, filter, onChange }: EmptyQueueProps) => {
  if (query.isError) return <ReadFailed words={text(WORDS.failed)} onAgain={() => void query.refetch()} />
  if (query.isPending) return text(WORDS.loading)
  if (isRestricted(filter))
    return (
      <>
        <p>{text(WORDS.noMatch)}</p>
        <button type="button" className="button" onClick={() => onChange({ ...readDesk({}).filter, state: filter.state })}>
          {text(WORDS.showAll)}
        </button>
      </>
    )
  if (filter.state === 'handled') return text(WORDS.noneHandled)
  return (
    <>
      <b>{text(WORDS.done)}</b>
      <p>{text(WORDS.doneWhy)}</p>
    </>
  )
}
