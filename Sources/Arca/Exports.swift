// Apps need only `import Arca`. No type in this module may be named Arca: users disambiguate types with `Arca.SHA256`,
// and a type of that name would shadow the module.
@_exported public import ArcaAsync
@_exported public import ArcaCodecCatalog
@_exported public import ArcaCodecs
@_exported public import ArcaCore
@_exported public import ArcaCompression
@_exported public import ArcaContainers
@_exported public import ArcaFoundation
@_exported public import ArcaImages
@_exported public import ArcaCrypto
@_exported public import ArcaCryptoFoundation
@_exported public import ArcaDetect
@_exported public import ArcaInspect
@_exported public import ArcaJOSE
@_exported public import ArcaKeys
@_exported public import ArcaOTP
@_exported public import ArcaPatterns
@_exported public import ArcaSignatures
@_exported public import ArcaSystem
@_exported public import ArcaVault
@_exported public import ArcaVaultExchange
