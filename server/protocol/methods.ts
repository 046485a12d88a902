/** Names of the requests and notifications. Apart from the validators, because a server says them before it checks anything. */
export const forgetMethod = 'context/forget';
export const unforgetMethod = 'context/unforget';
export const reindexMethod = 'context/reindex';
export const relatedMethod = 'context/related';
export const retrieveBatchMethod = 'context/retrieveBatch';
export const retrieveMethod = 'context/retrieve';
export const semanticSymbolMethod = 'workspace/semanticSymbol';
export const secretsMethod = 'context/secrets';
export const showMethod = 'context/show';
export const statusMethod = 'context/status';
/** Server to client; only if the client asked for it. */
export const didChangeStatusMethod = 'context/didChangeStatus';
