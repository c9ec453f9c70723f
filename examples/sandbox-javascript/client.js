/** The program under test: it submits one picture, again under the same key while the service fails, and waits for its file. */
export async function renderPicture(prompt, { baseUrl, apiKey, key, fetch = globalThis.fetch }) {
  const ask = async (path, init = {}) => {
    const headers = { Authorization: `Bearer ${apiKey}`, ...init.headers };
    const response = await fetch(`${baseUrl}${path}`, { ...init, headers });
    if (response.status >= 500) throw new Error(`the service answered ${response.status}`);
    return response.json();
  };
  const submit = () =>
    ask('/v2/jobs', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
      body: JSON.stringify({ model: 'vendor-a/image-1', input: { prompt } }),
    });
  const { id } = await submit().catch(submit);
  const job = await ask(`/v2/jobs/${id}`);
  return { id, status: job.status, url: job.outputs?.[0]?.url };
}
