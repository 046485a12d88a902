// Included before faiss-node's source, which is written for FAISS 1.7.4 and later. Earlier versions (Debian 12 has
// 1.7.3) name this type inside the Index class only.
#include <faiss/Index.h>
#if FAISS_VERSION_MAJOR * 10000 + FAISS_VERSION_MINOR * 100 + FAISS_VERSION_PATCH < 10704
namespace faiss {
using idx_t = Index::idx_t;
}
#endif
