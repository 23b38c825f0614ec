import { integrationCalls } from '@tanker/contract/endpoints/integration'
import { type FormEvent, useId, useState } from 'react'
import { ShownOnceDialog } from '../../../platform/account/shown-once-dialog.tsx'
import { call } from '../../../platform/calls/call.ts'
import { useEndpoint } from '../../../platform/calls/use-endpoint.ts'
import { readSession } from '../../../platform/calls/session.ts'
import '../../../base-data/base-data.css'
import { text } from '../../../platform/language.ts'
import { type ActionProps, opens } from '../../../report/actions.ts'
import { OrganisationTree } from '../../../report/organisation-tree.tsx'
import { shownTime } from '../../../platform/shown-values.ts'
import { Dialog } from '../../../platform/ui/dialog.tsx'
import { ReadFailed } from '../../../platform/ui/read-failed.tsx'
import { toast } from '../../../platform/ui/toast.ts'
import '../rights.css'
import { RightsTable } from '../rights-table.tsx'

const WORDS = {
  title: { zh: '接口密钥', en: 'Integration keys' },
  what: {
    zh: '其他系统凭密钥发送配送单、付油单和液位仪数据，密钥只对所属组织有效。',
    en: 'Other systems use a key to send slips, meter tickets and station gauge readings. A key is valid for its organisation only.',
  },
  name: { zh: '密钥名称', en: 'Name' },
  organisation: { zh: '所属组织', en: 'Organisation' },
  make: { zh: '生成密钥', en: 'Create key' },
  made: { zh: '密钥已生成', en: 'The key was created' },
  created: { zh: '生成时间', en: 'Created' },
  used: { zh: '最近使用', en: 'Last used' },
  never: { zh: '从未使用', en: 'never' },
  revoked: { zh: '已停用', en: 'Revoked' },
  revoke: { zh: '停用', en: 'Revoke' },
  really: { zh: '确定停用？', en: 'Revoke this key?' },
  done: { zh: '密钥已停用', en: 'The key was revoked' },
  none: { zh: '暂无密钥', en: 'No keys yet' },
  noName: { zh: '请填写密钥名称', en: 'Please enter a name for the key' },
  noOrganisation: { zh: '请选择所属组织', en: 'Please choose an organisation' },
  loading: { zh: '正在加载…', en: 'Loading…' },
  failed: { zh: '密钥加载失败', en: 'The keys could not be loaded' },
  close: { zh: '关闭', en: 'Close' },
} as const

/** The keys of the user's organisations: made and shown once, revoked for good. */
const KeysDialog = ({ onClose }: ActionProps) => {
  const id = useId()
  const [name, setName] = useState('')
  const [organisationId, setOrganisationId] = useState<number | null>(readSession().userInfo.organisationId)
  const [problem, setProblem] = useState('')
  const [made, setMade] = useState<{ readonly name: string; readonly key: string } | null>(null)
  const [asked, setAsked] = useState<number | null>(null)
  const keys = useEndpoint(integrationCalls.keys, null, { purpose: 'poll', gcTime: 0, staleTime: 0 })

  const make = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setProblem(name.trim() === '' ? text(WORDS.noName) : organisationId === null ? text(WORDS.noOrganisation) : '')
    if (name.trim() === '' || organisationId === null) return
    try {
      const { key } = await call(integrationCalls.makeKey, { organisationId, name }, { purpose: 'action' })
      setMade({ name, key })
      setName('')
    } finally {
      await keys.refetch()
    }
  }
  const revoke = async (keyId: number): Promise<void> => {
    setAsked(null)
    try {
      await call(integrationCalls.revokeKey, { id: keyId }, { purpose: 'action' })
      toast('success', text(WORDS.done))
    } finally {
      await keys.refetch()
    }
  }

  if (made) {
    const facts = [[text(WORDS.name), made.name]] as const
    return <ShownOnceDialog title={text(WORDS.made)} facts={facts} secret={made.key} onClose={() => setMade(null)} />
  }
  return (
    <Dialog
      className="entity-dialog"
      title={text(WORDS.title)}
      onEscape={onClose}
      actions={
        <button type="button" className="button" onClick={onClose}>
          {text(WORDS.close)}
        </button>
      }
    >
      <p>{text(WORDS.what)}</p>
      <form className="rights-make" noValidate onSubmit={(event) => void make(event).catch(() => {})}>
        <div className="entity-field">
          <label htmlFor={`${id}-name`}>{text(WORDS.name)}</label>
          <input
            id={`${id}-name`}
            className="field"
            maxLength={80}
            data-first
            autoComplete="off"
            value={name}
            aria-invalid={problem !== ''}
            aria-describedby={`${id}-error`}
            onChange={({ target }) => setName(target.value)}
          />
        </div>
        <div className="entity-field">
          <label htmlFor={`${id}-organisation`}>{text(WORDS.organisation)}</label>
          <OrganisationTree
            id={`${id}-organisation`}
            label={text(WORDS.organisation)}
            value={organisationId === null ? [] : [organisationId]}
            onChange={([chosen]) => setOrganisationId(chosen ?? null)}
          />
        </div>
        <button type="submit" className="button button-primary">
          {text(WORDS.make)}
        </button>
        <p id={`${id}-error`} className="field-problem" role="alert">
          {problem}
        </p>
      </form>
      {keys.isPending && <p>{text(WORDS.loading)}</p>}
      {keys.isError && <ReadFailed words={text(WORDS.failed)} onAgain={() => void keys.refetch()} />}
      {keys.data?.length === 0 && <p>{text(WORDS.none)}</p>}
      {keys.data && keys.data.length > 0 && (
        <RightsTable label={text(WORDS.title)} headings={[WORDS.name, WORDS.organisation, WORDS.created, WORDS.used]} withActions>
          {keys.data.map((key) => (
            <tr key={key.id}>
              <td>{key.name}</td>
              <td>{key.companyName}</td>
              <td>{shownTime(key.createdAt)}</td>
              <td>{key.lastUsedAt === null ? text(WORDS.never) : shownTime(key.lastUsedAt)}</td>
              <td>
                {key.revokedAt !== null ? (
                  <span className="entity-advice">{text(WORDS.revoked)}</span>
                ) : (
                  <button
                    type="button"
                    className="button"
                    onClick={() => (asked === key.id ? void revoke(key.id).catch(() => {}) : setAsked(key.id))}
                    onBlur={() => setAsked(null)}
                  >
                    {text(asked === key.id ? WORDS.really : WORDS.revoke)}
                  </button>
                )}
              </td>
            </tr>
          ))}
        </RightsTable>
      )}
    </Dialog>
  )
}

export default opens(KeysDialog)
