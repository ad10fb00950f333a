import torch, math

def attention_multi_tetes(entree, Mq, Mk, Mv, Mo, nb_tetes):
    lot, longueur, _ = entree.shape
    Q, K, V = entree @ Mq, entree @ Mk, entree @ Mv
    taille = Q.shape[-1] // nb_tetes
    couper = lambda t: t.view(lot, longueur, nb_tetes, taille).transpose(1, 2)
    Q, K, V = couper(Q), couper(K), couper(V)
    scores = Q @ K.transpose(-1, -2) / math.sqrt(taille)
    scores = scores.masked_fill(torch.triu(torch.ones(longueur, longueur), 1) == 1, -math.inf)
    sortie = (scores.softmax(-1) @ V).transpose(1, 2).reshape(lot, longueur, -1)
    return sortie @ Mo
