import { fenceCalls } from '@tanker/contract/endpoints/fences'
import type { Text } from '@tanker/domain/texts/text'
import { CallError } from '../../platform/calls/call.ts'
import { invalidate } from '../../platform/calls/use-endpoint.ts'
import { text } from '../../platform/language.ts'
import { toast } from '../../platform/ui/toast.ts'

/** Makes a call that changes what waits for approval and says how it went, with the reason of a refusal; answers whether it went. */
export async function callForApproval(
  make: () => Promise<unknown>,
  words: { readonly done: Text; readonly failed: Text },
): Promise<boolean> {
  try {
    await make()
    toast('success', text(words.done))
    void invalidate(fenceCalls.pending)
    return true
  } catch (failure) {
    const why = failure instanceof CallError ? text({ zh: '：', en: ': ' }) + failure.message : ''
    toast('error', text(words.failed) + why)
    return false
  }
}
