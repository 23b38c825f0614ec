import { namedViewCalls } from '@tanker/contract/endpoints/named-views'
import { quickVisitCalls } from '@tanker/contract/endpoints/quick-visits'
import type { NamedView, NamedViews, ViewContent } from '@tanker/contract/named-views'
import type { ReportView } from '@tanker/contract/report-view'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { call, CallError } from '../platform/calls/call.ts'
import { invalidate } from '../platform/calls/use-endpoint.ts'
import { text } from '../platform/language.ts'
import { ChevronDownIcon, StarIcon, TickIcon } from '../platform/ui/icons.tsx'
import { Popover } from '../platform/ui/popover.tsx'
import { toast } from '../platform/ui/toast.ts'
import { addressOfView } from '../platform/views/use-named-views.ts'
import type { OpenedView } from './opened-view.ts'
import { DeleteViewDialog, RenameViewDialog } from './own-view-dialogs.tsx'
import { SaveViewDialog } from './save-view-dialog.tsx'
import { ShareViewDialog } from './share-view-dialog.tsx'
import './view-menu.css'

const WORDS = {
  views: { zh: '视图', en: 'Views' },
  standard: { zh: '标准列表', en: 'Standard list' },
  own: { zh: '我的视图', en: 'My views' },
  shared: { zh: '共享视图', en: 'Shared views' },
  changed: { zh: '已修改', en: 'changed' },
  back: { zh: '恢复为该视图', en: 'Back to the view' },
  save: { zh: '保存', en: 'Save' },
  saveAs: { zh: '另存为…', en: 'Save as…' },
  rename: { zh: '重命名…', en: 'Rename…' },
  share: { zh: '共享…', en: 'Share…' },
  setDefault: { zh: '设为打开列表时的视图', en: 'Open this list with it' },
  noDefault: { zh: '打开列表时不再使用', en: 'No longer open this list with it' },
  isDefault: { zh: '打开列表时使用', en: 'The list opens with it' },
  quick: { zh: '添加到快捷访问', en: 'Add to quick access' },
  added: { zh: '添加成功', en: 'Added' },
  mail: { zh: '定时邮件…', en: 'Send by mail…' },
  remove: { zh: '删除…', en: 'Delete…' },
  saved: { zh: '视图已保存', en: 'The view was saved' },
} as const

const sharedBy = (name: string): string => text({ zh: `由${name}共享`, en: `by ${name}` })
const sharedWith = (roles: NamedView['roles']): string =>
  text({ zh: `已共享给 ${roles.map(({ name }) => name).join('、')}`, en: `shared with ${roles.map(({ name }) => name).join(', ')}` })

export type ViewMenuProps = {
  readonly report: ReportView
  readonly views: NamedViews
  readonly opened: OpenedView
  /** What the list shows differs from the view. */
  readonly changed: boolean
  /** What the list shows, as a view of it; null where the list was opened from an alarm. */
  readonly contentNow: ((moving: boolean, kept: ViewContent | null) => ViewContent) | null
  /** Names of the periods that move with the calendar, where the list shows one. */
  readonly moving: { readonly name: string; readonly fixed: string } | null
  readonly onOpen: (view: Pick<NamedView, 'id'> | null) => void
  readonly onBack: () => void
}

/** Few lists are mailed: its code is loaded when it is opened. */
const MailedReportsDialog = lazy(() => import('./mailed-reports-dialog.tsx').then((module) => ({ default: module.MailedReportsDialog })))

type DialogName = 'mail' | 'save-as' | 'rename' | 'share' | 'remove'

/** Runs a call of the menu; a refusal has been shown by then. */
async function run(work: () => Promise<unknown>, done: string): Promise<void> {
  try {
    await work()
    toast('success', done)
  } catch (failure) {
    if (!(failure instanceof CallError)) throw failure
  }
}

/** The views of a list: which one is shown, what it was changed to, and all that can be done with it. */
export const ViewMenu = (props: ViewMenuProps) => {
  const { report, views, opened, changed, contentNow, moving, onOpen } = props
  const [dialog, setDialog] = useState<DialogName | null>(null)
  const { view } = opened
  const here = views.views.filter((one) => one.report === report.path)
  const name = view?.name ?? text(WORDS.views)
  const mark = changed ? ` · ${text(WORDS.changed)}` : ''
  const leave = (): void => setDialog(null)

  return (
    <>
      <Popover
        label={view ? `${text(WORDS.views)}: ${name}${mark}` : name}
        buttonClass="button view-button"
        width={280}
        trigger={
          <>
            <span className="view-name">{name}</span>
            {changed && <small>{text(WORDS.changed)}</small>}
            <ChevronDownIcon />
          </>
        }
      >
        {(close) => (
          <div className="view-menu">
            <ViewLines
              {...props}
              here={here}
              onOpen={(one) => {
                close()
                onOpen(one)
              }}
            />
            <ViewActions {...props} onDialog={setDialog} close={close} />
          </div>
        )}
      </Popover>
      {dialog === 'save-as' && contentNow && (
        <SaveViewDialog
          report={report.path}
          name={view?.name ?? ''}
          moving={moving}
          contentNow={contentNow}
          onSaved={(id) => (leave(), onOpen({ id }))}
          onCancel={leave}
        />
      )}
      {dialog === 'mail' && (
        <Suspense fallback={null}>
          <MailedReportsDialog
            report={report.path}
            name={view?.name ?? report.title}
            content={() => (contentNow ? JSON.stringify(contentNow(true, view?.content ?? null)) : null)}
            onClose={leave}
          />
        </Suspense>
      )}
      {dialog === 'rename' && view && <RenameViewDialog view={view} onDone={leave} />}
      {dialog === 'share' && view && <ShareViewDialog view={view} onDone={leave} />}
      {dialog === 'remove' && view && <DeleteViewDialog view={view} onDeleted={() => (leave(), onOpen(null))} onCancel={leave} />}
    </>
  )
}

type LinesProps = Pick<ViewMenuProps, 'opened' | 'onOpen'> & { readonly here: readonly NamedView[] }

/** The views of this list to choose from, the user's own before the shared ones. */
const ViewLines = ({ here, opened, onOpen }: LinesProps) => {
  const line = (view: NamedView | null, words: string, more: ReactNode): ReactNode => (
    <li key={view?.id ?? 'standard'}>
      <button
        type="button"
        className="popover-item view-line"
        aria-current={(opened.view?.id ?? null) === (view?.id ?? null)}
        onClick={() => onOpen(view)}
      >
        <TickIcon />
        <span>{words}</span>
        {more}
      </button>
    </li>
  )
  const star = (view: NamedView): ReactNode =>
    view.isDefault && (
      <i className="view-default" role="img" aria-label={text(WORDS.isDefault)} title={text(WORDS.isDefault)}>
        <StarIcon />
      </i>
    )
  const lines = (shared: boolean): ReactNode[] =>
    here
      .filter((view) => (view.sharedBy !== null) === shared)
      .map((view) =>
        line(
          view,
          view.name,
          <>
            {view.sharedBy !== null && <small>{sharedBy(view.sharedBy)}</small>}
            {view.roles.length > 0 && <small title={sharedWith(view.roles)}>{sharedWith(view.roles)}</small>}
            {star(view)}
          </>,
        ),
      )
  const group = (words: string, shared: boolean): ReactNode => {
    const some = lines(shared)
    return (
      some.length > 0 && (
        <>
          <h2>{words}</h2>
          <ul>{some}</ul>
        </>
      )
    )
  }
  return (
    <div className="view-lines">
      <ul>{line(null, text(WORDS.standard), null)}</ul>
      {group(text(WORDS.own), false)}
      {group(text(WORDS.shared), true)}
    </div>
  )
}

type ActionsProps = ViewMenuProps & { readonly onDialog: (name: DialogName) => void; readonly close: () => void }

/** What can be done with the view that is shown, and with what the list shows. */
const ViewActions = ({ report, views, opened: { view }, changed, contentNow, onBack, onDialog, close }: ActionsProps) => {
  const isOwn = view !== null && view.sharedBy === null
  const item = (words: string, onPick: () => void): ReactNode => (
    <button
      type="button"
      className="popover-item"
      onClick={() => {
        close()
        onPick()
      }}
    >
      {words}
    </button>
  )
  const save = (id: number, kept: ViewContent, content: NonNullable<typeof contentNow>): void =>
    void run(async () => {
      await call(namedViewCalls.change, { id, content: JSON.stringify(content(true, kept)) }, { purpose: 'action' })
      await invalidate(namedViewCalls.list)
    }, text(WORDS.saved))
  const setDefault = (id: number | null): void =>
    void run(async () => {
      await call(namedViewCalls.setDefault, { report: report.path, id }, { purpose: 'action' })
      await invalidate(namedViewCalls.list)
    }, text(WORDS.saved))
  const addTile = (one: NamedView): void => {
    const { to, search } = addressOfView(one)
    const tile = { quickVisitUrl: `${to}?${new URLSearchParams(search).toString()}`, quickVisitName: one.name }
    void run(async () => {
      await call(quickVisitCalls.add, tile, { purpose: 'action' })
      await invalidate(quickVisitCalls.list)
    }, text(WORDS.added))
  }
  return (
    <div className="view-actions">
      {view && changed && item(text(WORDS.back), onBack)}
      {isOwn && changed && contentNow && item(text(WORDS.save), () => save(view.id, view.content, contentNow))}
      {contentNow && item(text(WORDS.saveAs), () => onDialog('save-as'))}
      {isOwn && item(text(WORDS.rename), () => onDialog('rename'))}
      {isOwn && views.mayShare && item(text(WORDS.share), () => onDialog('share'))}
      {view && item(text(view.isDefault ? WORDS.noDefault : WORDS.setDefault), () => setDefault(view.isDefault ? null : view.id))}
      {view && item(text(WORDS.quick), () => addTile(view))}
      {views.mayMail && item(text(WORDS.mail), () => onDialog('mail'))}
      {isOwn && item(text(WORDS.remove), () => onDialog('remove'))}
    </div>
  )
}
