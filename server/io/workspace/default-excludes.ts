/**
 * Default excludes, regardless of ignore files: version control, dependencies, secrets, binaries, lock files,
 * minified code. Pure: decided from the path, and for few names by what the caller says of the folder around, so that listing and watching agree.
 */
const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));

const neverFolders = set('.git .hg .svn .jj .bzr CVS .pijul');
const dependencyFolders = set('node_modules bower_components jspm_packages');
/** No repository keeps sources in them, even where its ignore rules forget them. */
const cacheFolders = set(
  '.venv __pycache__ .mypy_cache .pytest_cache .ruff_cache .tox .nox .gradle .next .nuxt .svelte-kit .turbo .parcel-cache .nyc_output .terraform .dart_tool .eggs .stack-work .zig-cache',
);
/** Without git, build folders are recognised by their conventional names. */
const builtFolders = set('dist venv .idea .vs .cache dist-newstyle zig-cache zig-out _build DerivedData Pods .build bazel-bin bazel-out');
/** Words that name folders of sources too, `drivers/target` of Linux: they are built at the top, and beside the file of a project. */
const builtBesideProjects = set('target build out obj coverage');
/** What a build begins with. */
export const projectFile =
  /^(?:package\.json|Cargo\.toml|pom\.xml|build\.(?:gradle(?:\.kts)?|sbt|xml|zig)|CMakeLists\.txt|meson\.build|setup\.(?:py|cfg)|pyproject\.toml|mix\.exs|pubspec\.yaml|composer\.json|go\.mod|Gemfile|dune-project|.+\.(?:csproj|fsproj|vbproj|vcxproj|sln|cabal))$/;

const binaryExtensions = set(
  'png jpg jpeg gif bmp ico icns webp avif heic tif tiff psd ai eps svg svgz xcf sketch fig mp3 mp4 m4a m4v wav ogg ogv oga flac aac avi mov mkv webm wmv mid midi pdf doc docx xls xlsx ppt pptx odt ods odp rtf epub zip gz tgz bz2 xz zst lz4 lzma 7z rar tar jar war ear nar whl egg gem nupkg vsix crx xpi apk aab ipa deb rpm dmg iso img msi cab exe dll so dylib a lib o obj ko pdb ilk class pyc pyo pyd elc beam wasm bc rlib rmeta hi dyn_hi node bin dat data db sqlite sqlite3 mdb parquet arrow feather orc avro npy npz pkl pickle pt pth ckpt onnx safetensors gguf ggml tflite h5 hdf5 mat rds rda ttf otf woff woff2 eot fnt swf fla blend fbx glb gltf stl obj3d 3ds dwg dxf unitypackage uasset mo gmo resx nib storyboardc xcuserstate car keystream snk der cer crt p7b p7s spc sig suo swo swp swn pack idx rev lcov gcda gcno profraw profdata pcap hprof map tsbuildinfo lockb ds_store',
);

const lockNames = set(
  'package-lock.json npm-shrinkwrap.json pnpm-lock.yaml go.sum package.resolved cartfile.resolved packages.lock.json gradle.lockfile .terraform.lock.hcl project.assets.json',
);

/** Files made to hold secrets. Examples of such files (`.env.example`, `.env.example.complete`) hold names only, and are masked like all others. */
const secretName =
  /^(?:\.env(?:rc|\..+)?|\.netrc|_netrc|\.pgpass|\.my\.cnf|\.git-credentials|\.pypirc|\.htpasswd|\.dockercfg|\.s3cfg|\.boto|\.vault-token|\.npmrc\.local|id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?|credentials(?:\.(?:json|ya?ml|toml|ini|csv|xml|txt|db))?|(?:client[_-])?secrets?\.(?:json|ya?ml|toml|ini|txt|env)|service[_-]?account[\w.-]*\.json|application_default_credentials\.json|kubeconfig|.+\.kubeconfig|.+\.(?:pem|key|p8|p12|pfx|jks|keystore|kdbx?|ppk|gpg|pgp|ovpn|tfstate|tfvars|mobileprovision|secret|secrets)|.+\.tfstate\.backup|.+\.env)$/;
const secretExample = /^\.env\.(?:.+\.)?(?:example|sample|template|tpl|dist|defaults?|schema)(?:\.(?!local$)[a-z]{2,12})?$/;
const secretFolders = set('.ssh .gnupg .aws .azure .kube .docker');

const lockFile = 'lock file';

export interface DefaultExcludeOptions {
  /** True where git's rules already exclude build folders. */
  readonly git: boolean;
  readonly nodeModules?: 'exclude' | 'include';
  /** Whether a folder, by its path, holds the file of a project. Asked for few folders. */
  readonly isProject?: (folder: string) => boolean;
}

/** The rule that excludes a folder by its name, or null. @param above path of the folder around, '' at the top */
export function folderRule(name: string, options: DefaultExcludeOptions, above = ''): string | null {
  if (neverFolders.has(name)) return 'version control';
  if (secretFolders.has(name)) return 'folder for secrets';
  if (dependencyFolders.has(name)) return options.nodeModules === 'include' ? null : 'dependency folder';
  if (cacheFolders.has(name)) return 'build folder';
  if (options.git) return null;
  const isBuilt = builtFolders.has(name) || (builtBesideProjects.has(name) && (above === '' || options.isProject?.(above) === true));
  return isBuilt ? 'build folder' : null;
}

/** The rule that excludes a file by its name, or null. */
export function fileRule(name: string): string | null {
  // A work tree or submodule has a file of this name.
  if (name === '.git') return 'version control';
  const lower = name.toLowerCase();
  const dot = lower.lastIndexOf('.');
  if (dot >= 0) {
    const extension = lower.slice(dot + 1);
    if (extension === 'lock') return lockFile;
    if (binaryExtensions.has(extension)) return 'binary file type';
  }
  if (lockNames.has(lower)) return lockFile;
  if (lower.includes('.min.') && /\.min\.(?:js|mjs|cjs|css|html)$/.test(lower)) return 'minified file';
  if (/\.so\.[\d.]+$/.test(lower)) return 'binary file type';
  if (lower.endsWith('~')) return 'backup file';
  return secretName.test(lower) && !secretExample.test(lower) ? 'file for secrets' : null;
}

/** Over a whole path, '/'-separated. */
export function pathRule(path: string, options: DefaultExcludeOptions): string | null {
  let start = 0;
  for (let slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', start)) {
    const rule = folderRule(path.slice(start, slash), options, path.slice(0, Math.max(0, start - 1)));
    if (rule !== null) return rule;
    start = slash + 1;
  }
  return fileRule(path.slice(start));
}
