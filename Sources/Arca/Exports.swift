// `import Arca` is all that an app writes. No type in this module may be called Arca: users tell our types from
// another module's by `Arca.SHA256`, which a type of that name would break.
@_exported public import ArcaAsync
@_exported public import ArcaCodecCatalog
@_exported public import ArcaCodecs
@_exported public import ArcaCore
@_exported public import ArcaCompression
@_exported public import ArcaContainers
@_exported public import ArcaImages
@_exported public import ArcaCrypto
@_exported public import ArcaInspect
@_exported public import ArcaJOSE
@_exported public import ArcaKeys
@_exported public import ArcaPatterns
@_exported public import ArcaSignatures
@_exported public import ArcaSystem
@_exported public import ArcaVault
